// Plays random games through a game's entries (src/pasar/export/entries.py), and hashes every byte that is seen, said and decided.
//
// Compiled twice by the tests: for WebAssembly, where it calls the very file that a page loads and works in its memory, and for this
// machine, where it calls the same entries as Numba compiles them natively. One driver, so what differs is the game.
#include <stdint.h>

#define SPECTATOR (-1)
#define ALL_SEEING (-2)
#define COLUMNS 7  // of a story
#define REASON 10  // numbers that a refusal can give
#define ALWAYS 100  // percent of decisions that are made by lot
#define SOMETIMES 25

#define ENTRIES(X) \
    X(void, deal, (void *state, void *source, int32_t size)) \
    X(void, start, (void *state, void *story)) \
    X(int32_t, to_act, (void *state)) \
    X(uint64_t, open_actions, (void *state, int32_t seat)) \
    X(void, apply, (void *state, int32_t seat, int32_t action, void *story)) \
    X(void, points, (void *state, void *numbers, int32_t players)) \
    X(void, sources, (void *state, void *numbers, int32_t players)) \
    X(int32_t, winners, (void *state)) \
    X(void, resample, (void *state, int32_t seat, void *source, int32_t size)) \
    X(void, observe, (void *state, int32_t seat, void *row)) \
    X(int32_t, decide, (void *state, int32_t seat, void *numbers, int32_t size, void *after, void *story, void *row)) \
    X(int32_t, why, (void *state, int32_t seat, void *numbers, int32_t size, void *row)) \
    X(void, write_sights, (void *state, void *numbers, int32_t size, int32_t memory, void *text, void *ends)) \
    X(void, write_stories, (void *story, void *numbers, int32_t size, void *text, void *ends)) \
    X(int32_t, write_menu, (void *state, int32_t seat, void *text)) \
    X(int32_t, write_reason, (void *row, void *text)) \
    X(int32_t, write_setup, (void *state, void *text)) \
    X(int32_t, decide_by_rules_of_thumb, (void *state, int32_t seat, int32_t chance, void *source))

#ifdef __wasm__
#define DECLARE(kind, name, arguments) __attribute__((import_module("game"), import_name(#name))) extern kind name arguments;
#define EXPORT(name) __attribute__((export_name(name)))
ENTRIES(DECLARE)
#else
#define DECLARE(kind, name, arguments) static kind(*name) arguments;
#define TAKE(kind, name, arguments) name = (kind(*) arguments) * given++;
#define EXPORT(name) __attribute__((visibility("default")))
ENTRIES(DECLARE)

// The addresses of the entries, in the order above.
EXPORT("use") void use(void **given) { ENTRIES(TAKE) }
#endif

// Numbers of 64 bits on both machines. First where there is room for what, then what is played.
typedef struct {
    uint64_t blank, state, after, source, story, row, numbers, eyes, ends, text, spoken, kept;
    uint64_t state_size, observed, sources, texts, composed_first, composed_pieces, players;
    uint64_t hash, kept_size;
} Table;

typedef struct {
    uint8_t *state, *after, *text, *spoken;
    uint64_t *source, *lot;
    int64_t *numbers, *eyes, *ends;
    int16_t *story, *row;
} Room;

#define AT(kind, address) ((kind *)(uintptr_t)(address))

// --- Noting ---------------------------------------------------------------------------------------------------------

static uint64_t mixed(uint64_t hash, uint64_t word) { return ((hash << 27 | hash >> 37) ^ word) * 0x9e3779b97f4a7c15u; }

// Each word goes through a step that can be undone, so one that differs is never lost.
static void note(Table *table, char what, const void *begin, uint64_t size) {
    const uint8_t *bytes = begin;
    uint64_t hash = mixed(table->hash, size << 8 | (uint8_t)what), at = 0, word;
    for (; at + 8 <= size; at += 8) {
        __builtin_memcpy(&word, bytes + at, 8);
        hash = mixed(hash, word);
    }
    for (; at < size; at++) hash = mixed(hash, bytes[at]);
    table->hash = hash;
    if (!table->kept) return;
    uint8_t *out = AT(uint8_t, table->kept) + table->kept_size;
    *out++ = (uint8_t)what;
    for (int place = 0; place < 4; place++) *out++ = (uint8_t)(size >> 8 * place);
    for (at = 0; at < size; at++) *out++ = bytes[at];
    table->kept_size += 5 + size;
}

static void note_number(Table *table, Room *room, char what, uint64_t number) {
    room->numbers[0] = (int64_t)number;
    note(table, what, room->numbers, 8);
}

static void *blank_story(Room *room) {
    for (int column = 0; column < COLUMNS; column++) room->story[column] = 0;
    return room->story;
}

static void note_told(Table *table, Room *room) {
    note(table, 'e', room->story + COLUMNS, 2 * COLUMNS * (uint64_t)room->story[0]);
}

static void note_stories(Table *table, Room *room) {
    int32_t eyes = (int32_t)table->players + 2;
    note_told(table, room);
    write_stories(room->story, room->eyes, eyes, room->text, room->ends);
    note(table, 't', room->ends, 8 * (uint64_t)eyes);
    note(table, 't', room->text, (uint64_t)room->ends[eyes - 1]);
}

static void note_reason(Table *table, Room *room) { note(table, 'w', room->text, (uint64_t)write_reason(room->row, room->text)); }

// --- One step -------------------------------------------------------------------------------------------------------

static void note_sights(Table *table, Room *room, int32_t with_memory) {
    int32_t eyes = (int32_t)table->players + 1;
    write_sights(room->state, room->eyes, eyes, with_memory, room->text, room->ends);
    note(table, 's', room->ends, 8 * (uint64_t)eyes);
    note(table, 's', room->text, (uint64_t)room->ends[eyes - 1]);
}

static void note_menus(Table *table, Room *room, int32_t acting) {
    for (int32_t seat = 0; acting >> seat; seat++) {
        if (!(acting >> seat & 1)) continue;
        note_number(table, room, 'o', open_actions(room->state, seat));
        note(table, 'm', room->text, (uint64_t)write_menu(room->state, seat, room->text));
    }
}

static void blank_row(Room *room, uint64_t size) {
    for (uint64_t place = 0; place < size; place++) room->row[place] = 0;
}

static void note_decided(Table *table, Room *room, int32_t seat, int32_t parts) {
    blank_row(room, REASON);
    int32_t is_open = decide(room->state, seat, room->numbers, parts, room->after, blank_story(room), room->row);
    if (!is_open) {
        note_reason(table, room);
        return;
    }
    note(table, 'd', room->after, table->state_size);
    note_told(table, room);
}

// Why some move is closed, and what a composed one would lead to.
static void note_asked(Table *table, Room *room, int32_t seat, uint64_t step) {
    uint64_t action = step % table->texts;
    if (room->spoken[action]) {
        blank_row(room, REASON);
        room->numbers[0] = (int64_t)action;
        int32_t is_closed = why(room->state, seat, room->numbers, 1, room->row);
        if (is_closed) note_reason(table, room);
        note_number(table, room, 'w', (uint64_t)(is_closed != 0));
    }
    if (!table->composed_pieces) return;
    for (uint64_t place = 0; place < table->composed_pieces; place++)
        room->numbers[place] = (int64_t)(table->composed_first + (step >> place & 1));
    note_decided(table, room, seat, (int32_t)table->composed_pieces);
}

static void note_supposed(Table *table, Room *room, int32_t seat, uint64_t step) {
    __builtin_memcpy(room->after, room->state, table->state_size);
    *room->lot = step;
    resample(room->after, seat, room->lot, 1);
    note(table, 'r', room->after, table->state_size);
    blank_row(room, table->observed);
    observe(room->state, seat, room->row);
    note(table, 'v', room->row, 2 * table->observed);
}

static void move(Table *table, Room *room, int32_t seat, int32_t action) {
    if (room->spoken[action]) {
        room->numbers[0] = action;
        note_decided(table, room, seat, 1);
    }
    apply(room->state, seat, action, blank_story(room));
    note(table, 'a', room->state, table->state_size);
    note_stories(table, room);
}

static int32_t nth(int32_t seats, uint64_t count) {
    int32_t seat = 0;
    while (!(seats >> seat & 1)) seat++;
    for (; count; count--)
        do seat++;
        while (!(seats >> seat & 1));
    return seat;
}

static void step_on(Table *table, Room *room, int32_t acting, uint64_t step) {
    int32_t seat = nth(acting, step % (uint64_t)__builtin_popcount((uint32_t)acting));
    note_number(table, room, 'n', (uint64_t)acting);
    note_sights(table, room, step & 1);
    note_menus(table, room, acting);
    note_asked(table, room, seat, step);
    note_supposed(table, room, seat, step);
    *room->lot = step;
    note_number(table, room, 'b', (uint64_t)decide_by_rules_of_thumb(room->state, seat, SOMETIMES, room->lot));
    int32_t action = decide_by_rules_of_thumb(room->state, seat, ALWAYS, room->source);
    note_number(table, room, 'b', (uint64_t)action);
    move(table, room, seat, action);
}

// --- Whole games ----------------------------------------------------------------------------------------------------

static void blank_numbers(Room *room, uint64_t count) {
    for (uint64_t place = 0; place < count; place++) room->numbers[place] = 0;
}

static void note_end(Table *table, Room *room) {
    uint64_t players = table->players;
    blank_numbers(room, players);
    points(room->state, room->numbers, (int32_t)players);
    note(table, 'p', room->numbers, 8 * players);
    blank_numbers(room, players * table->sources);
    sources(room->state, room->numbers, (int32_t)players);
    note(table, 'p', room->numbers, 8 * players * table->sources);
    note_number(table, room, 'p', (uint64_t)winners(room->state));
}

static uint64_t play(Table *table, Room *room, uint64_t seed) {
    int32_t acting;
    table->hash = table->kept_size = 0;
    __builtin_memcpy(room->state, AT(void, table->blank), table->state_size);
    *room->source = seed;
    deal(room->state, room->source, 1);
    note(table, 'a', room->state, table->state_size);
    note(table, 'l', room->text, (uint64_t)write_setup(room->state, room->text));
    start(room->state, blank_story(room));
    note_stories(table, room);
    for (uint64_t step = 0; (acting = to_act(room->state)); step++) step_on(table, room, acting, step);
    note_end(table, room);
    return table->hash;
}

// The hashes of `count` games; with room at `kept` all that was noted in the last of them stays there.
EXPORT("drive") void drive(Table *table, uint64_t seed, uint32_t count, uint64_t *hashes) {
    Room room = {
        AT(uint8_t, table->state), AT(uint8_t, table->after), AT(uint8_t, table->text), AT(uint8_t, table->spoken),
        AT(uint64_t, table->source), AT(uint64_t, table->source) + 1, AT(int64_t, table->numbers), AT(int64_t, table->eyes),
        AT(int64_t, table->ends), AT(int16_t, table->story), AT(int16_t, table->row),
    };
    for (uint32_t game = 0; game < count; game++) hashes[game] = play(table, &room, seed + game);
}
