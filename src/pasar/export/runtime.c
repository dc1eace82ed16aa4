// What compiled code expects of Numba's runtime: arrays that count who uses them. Blocks of a few sizes, used again.
#include <stdint.h>

#define PAGE 65536u
#define CLASSES 32

typedef struct {
    uint64_t users;
    void *on_free, *on_free_info, *data;
    uint64_t size;
    void *more;
} Array;

typedef struct Block {
    uint64_t size_class;  // 8 bytes: what follows stays aligned
    struct Block *next;   // while nobody uses it; else the first of its bytes
} Block;

extern unsigned char __heap_base;
static Block *unused[CLASSES];
static uintptr_t top, end;

static uint32_t class_of(uint32_t size) {
    uint32_t found = 5;  // nothing smaller than 32 bytes
    while ((1u << found) < size) found++;
    return found;
}

static void *fresh(uint32_t size) {
    if (!top) {
        top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
        end = __builtin_wasm_memory_size(0) * PAGE;
    }
    if (top + size > end) {
        uint32_t pages = (top + size - end + PAGE - 1) / PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == (uintptr_t)-1) __builtin_trap();
        end += pages * PAGE;
    }
    void *block = (void *)top;
    top += size;
    return block;
}

// Room for so many bytes, for the page's own use too. Large trees are not rounded up.
__attribute__((export_name("allocate"))) void *allocate(uint32_t size) {
    uint32_t needed = size + 16;
    if (needed > PAGE * 16) return (char *)fresh((needed + 15) & ~15u) + 16;
    uint32_t size_class = class_of(needed);
    Block *block = unused[size_class];
    if (block) unused[size_class] = block->next;
    else block = fresh(1u << size_class);
    block->size_class = size_class;
    return (char *)block + 16;
}

static void give_back(void *data) {
    Block *block = (Block *)((char *)data - 16);
    block->next = unused[block->size_class];
    unused[block->size_class] = block;
}

Array *NRT_MemInfo_alloc(uint64_t size) {
    Array *array = allocate(sizeof(Array) + 8 + (uint32_t)size);
    array->users = 1;
    array->on_free = array->on_free_info = array->more = 0;
    array->data = (char *)array + 48;
    array->size = size;
    return array;
}

Array *NRT_MemInfo_alloc_aligned(uint64_t size, uint32_t align) {
    (void)align;  // WebAssembly reads anything from anywhere
    return NRT_MemInfo_alloc(size);
}

void NRT_MemInfo_call_dtor(Array *array) { give_back(array); }
void *NRT_Allocate(uint64_t size) { return allocate((uint32_t)size); }
void NRT_Free(void *data) { give_back(data); }

// Whether an array can be seen in another shape without a copy: if it lies in one piece.
int numba_attempt_nocopy_reshape(
    int64_t count, const int64_t *shape, const int64_t *strides, int64_t new_count, const int64_t *new_shape, int64_t *new_strides,
    int64_t item_size, int by_columns
) {
    int64_t step = item_size;
    for (int64_t axis = count - 1; axis >= 0; step *= shape[axis--])
        if (shape[axis] != 1 && strides[axis] != step) return 0;
    if (by_columns) return 0;
    step = item_size;
    for (int64_t axis = new_count - 1; axis >= 0; step *= new_shape[axis--]) new_strides[axis] = step;
    return 1;
}

// A product of 128 bits, which checks whether the size of an array overflows: compilers bring it along, linkers do not.
__int128 __multi3(__int128 one, __int128 other) {
    uint64_t a = (uint64_t)one, b = (uint64_t)other;
    uint64_t low = (a & 0xffffffff) * (b & 0xffffffff);
    uint64_t middle = (a >> 32) * (b & 0xffffffff) + (low >> 32);
    uint64_t rest = (a & 0xffffffff) * (b >> 32) + (middle & 0xffffffff);
    uint64_t high = (a >> 32) * (b >> 32) + (middle >> 32) + (rest >> 32);
    high += (uint64_t)(one >> 64) * b + a * (uint64_t)(other >> 64);
    return (__int128)(((unsigned __int128)high << 64) | (rest << 32) | (low & 0xffffffff));
}
