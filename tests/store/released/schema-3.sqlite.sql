BEGIN TRANSACTION;
CREATE TABLE analyses (
        table_id TEXT NOT NULL PRIMARY KEY,
        made_at DOUBLE PRECISION NOT NULL,
        body TEXT NOT NULL,
        FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE
    );
CREATE TABLE audit (
        number INTEGER NOT NULL PRIMARY KEY,
        at DOUBLE PRECISION NOT NULL,
        who TEXT NOT NULL,
        what TEXT NOT NULL,
        subject TEXT NOT NULL,
        body TEXT NOT NULL
    );
CREATE TABLE entries (
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        mark TEXT NOT NULL,
        PRIMARY KEY (table_id, number),
        FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE
    ) WITHOUT ROWID;
INSERT INTO "entries" VALUES('over',1,1800000001.25,'move','{"seat":1,"move":"bid r2b1","said":"grüß \u0000 ''Gott'' 🎲"}','mark3');
INSERT INTO "entries" VALUES('playing',1,1800000001.25,'move','{"seat":1,"move":"bid r2b1","said":"grüß \u0000 ''Gott'' 🎲"}','mark0');
INSERT INTO "entries" VALUES('playing',2,1800000002.25,'move','{"seat":2,"move":"bid r2b1","said":"grüß \u0000 ''Gott'' 🎲"}','mark1');
INSERT INTO "entries" VALUES('playing',3,1800000003.25,'move','{"seat":3,"move":"bid r2b1","said":"grüß \u0000 ''Gott'' 🎲"}','mark2');
CREATE TABLE erasures (
        person TEXT NOT NULL PRIMARY KEY,
        alias TEXT NOT NULL,
        name TEXT NOT NULL,
        asked_at DOUBLE PRECISION NOT NULL
    );
CREATE TABLE members (
        table_id TEXT NOT NULL,
        place INTEGER NOT NULL,
        person TEXT NOT NULL,
        PRIMARY KEY (table_id, place),
        FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE
    ) WITHOUT ROWID;
INSERT INTO "members" VALUES('over',0,'p1');
INSERT INTO "members" VALUES('playing',1,'p1');
INSERT INTO "members" VALUES('playing',0,'p2');
CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO "meta" VALUES('schema','3');
CREATE TABLE notices (
        key TEXT NOT NULL PRIMARY KEY,
        table_id TEXT NOT NULL,
        person TEXT NOT NULL,
        send_at DOUBLE PRECISION,
        body TEXT NOT NULL,
        FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE
    );
INSERT INTO "notices" VALUES('playing/3/p2','playing','p2',1800000000.75,'{"turn":"yours"}');
INSERT INTO "notices" VALUES('over/1/p1','over','p1',NULL,'{}');
CREATE TABLE people (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        made_at DOUBLE PRECISION NOT NULL,
        seen_at DOUBLE PRECISION NOT NULL,
        contact TEXT NOT NULL
    , blocked_at DOUBLE PRECISION);
INSERT INTO "people" VALUES('p1','Änne',1800000000.25,1800000001.25,'{"language":"de"}',NULL);
INSERT INTO "people" VALUES('p2','O''Hara \ <b>',1800000002.25,1800000003.25,'{}',NULL);
CREATE TABLE practice (
        person TEXT NOT NULL PRIMARY KEY,
        changed_at DOUBLE PRECISION NOT NULL,
        body TEXT NOT NULL,
        FOREIGN KEY (person) REFERENCES people (id) ON DELETE CASCADE
    );
CREATE TABLE tables (
        id TEXT NOT NULL PRIMARY KEY,
        game TEXT NOT NULL,
        stage TEXT NOT NULL,
        listed INTEGER NOT NULL,
        version INTEGER NOT NULL,
        changed DOUBLE PRECISION NOT NULL,
        due DOUBLE PRECISION,
        about TEXT NOT NULL
    );
INSERT INTO "tables" VALUES('playing','bali','playing',1,3,1800000003.25,1.80000000037345600136e+09,'{"names":["é"]}');
INSERT INTO "tables" VALUES('over','basari','over',0,1,1800000001.25,NULL,'{}');
CREATE TABLE tokens (
        id TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL,
        kind TEXT NOT NULL,
        hash TEXT NOT NULL,
        label TEXT NOT NULL,
        made_at DOUBLE PRECISION NOT NULL,
        expires_at DOUBLE PRECISION,
        FOREIGN KEY (person) REFERENCES people (id) ON DELETE CASCADE
    );
INSERT INTO "tokens" VALUES('k1','p1','program','00ff10','my bot',1800000000.25,NULL);
INSERT INTO "tokens" VALUES('k2','p2','device','68617368','',1800000000.25,1800000060.75);
CREATE INDEX tables_listed ON tables (stage, changed) WHERE listed = 1;
CREATE INDEX tables_stage ON tables (stage, changed);
CREATE INDEX tables_due ON tables (due);
CREATE INDEX members_person ON members (person);
CREATE INDEX people_seen ON people (seen_at);
CREATE INDEX tokens_person ON tokens (person);
CREATE INDEX notices_due ON notices (send_at);
CREATE INDEX notices_table ON notices (table_id);
CREATE INDEX notices_person ON notices (person);
COMMIT;
