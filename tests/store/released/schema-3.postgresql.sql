CREATE TABLE public.analyses (
    table_id text NOT NULL,
    made_at double precision NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.audit (
    number integer NOT NULL,
    at double precision NOT NULL,
    who text NOT NULL,
    what text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.entries (
    table_id text NOT NULL,
    number integer NOT NULL,
    at double precision NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    mark text NOT NULL
);
CREATE TABLE public.erasures (
    person text NOT NULL,
    alias text NOT NULL,
    name text NOT NULL,
    asked_at double precision NOT NULL
);
CREATE TABLE public.members (
    table_id text NOT NULL,
    place integer NOT NULL,
    person text NOT NULL
);
CREATE TABLE public.meta (
    key text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.notices (
    key text NOT NULL,
    table_id text NOT NULL,
    person text NOT NULL,
    send_at double precision,
    body text NOT NULL
);
CREATE TABLE public.people (
    id text NOT NULL,
    name text NOT NULL,
    made_at double precision NOT NULL,
    seen_at double precision NOT NULL,
    contact text NOT NULL,
    blocked_at double precision
);
CREATE TABLE public.practice (
    person text NOT NULL,
    changed_at double precision NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.tables (
    id text NOT NULL,
    game text NOT NULL,
    stage text NOT NULL,
    listed integer NOT NULL,
    version integer NOT NULL,
    changed double precision NOT NULL,
    due double precision,
    about text NOT NULL
);
CREATE TABLE public.tokens (
    id text NOT NULL,
    person text NOT NULL,
    kind text NOT NULL,
    hash text NOT NULL,
    label text NOT NULL,
    made_at double precision NOT NULL,
    expires_at double precision
);
INSERT INTO public.entries VALUES ('playing', 1, 1800000001.25, 'move', '{"seat":1,"move":"bid r2b1","said":"grüß \u0000 ''Gott'' 🎲"}', 'mark0');
INSERT INTO public.entries VALUES ('playing', 2, 1800000002.25, 'move', '{"seat":2,"move":"bid r2b1","said":"grüß \u0000 ''Gott'' 🎲"}', 'mark1');
INSERT INTO public.entries VALUES ('playing', 3, 1800000003.25, 'move', '{"seat":3,"move":"bid r2b1","said":"grüß \u0000 ''Gott'' 🎲"}', 'mark2');
INSERT INTO public.entries VALUES ('over', 1, 1800000001.25, 'move', '{"seat":1,"move":"bid r2b1","said":"grüß \u0000 ''Gott'' 🎲"}', 'mark3');
INSERT INTO public.members VALUES ('playing', 0, 'p2');
INSERT INTO public.members VALUES ('playing', 1, 'p1');
INSERT INTO public.members VALUES ('over', 0, 'p1');
INSERT INTO public.meta VALUES ('schema', '3');
INSERT INTO public.notices VALUES ('playing/3/p2', 'playing', 'p2', 1800000000.75, '{"turn":"yours"}');
INSERT INTO public.notices VALUES ('over/1/p1', 'over', 'p1', NULL, '{}');
INSERT INTO public.people VALUES ('p1', 'Änne', 1800000000.25, 1800000001.25, '{"language":"de"}', NULL);
INSERT INTO public.people VALUES ('p2', 'O''Hara \ <b>', 1800000002.25, 1800000003.25, '{}', NULL);
INSERT INTO public.tables VALUES ('playing', 'bali', 'playing', 1, 3, 1800000003.25, 1800000000.373456, '{"names":["é"]}');
INSERT INTO public.tables VALUES ('over', 'basari', 'over', 0, 1, 1800000001.25, NULL, '{}');
INSERT INTO public.tokens VALUES ('k1', 'p1', 'program', '00ff10', 'my bot', 1800000000.25, NULL);
INSERT INTO public.tokens VALUES ('k2', 'p2', 'device', '68617368', '', 1800000000.25, 1800000060.75);
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT analyses_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (table_id, number);
ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (person);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_pkey PRIMARY KEY (table_id, place);
ALTER TABLE ONLY public.meta
    ADD CONSTRAINT meta_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.practice
    ADD CONSTRAINT practice_pkey PRIMARY KEY (person);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);
CREATE INDEX members_person ON public.members USING btree (person);
CREATE INDEX notices_due ON public.notices USING btree (send_at);
CREATE INDEX notices_person ON public.notices USING btree (person);
CREATE INDEX notices_table ON public.notices USING btree (table_id);
CREATE INDEX people_seen ON public.people USING btree (seen_at);
CREATE INDEX tables_due ON public.tables USING btree (due);
CREATE INDEX tables_listed ON public.tables USING btree (stage, changed) WHERE (listed = 1);
CREATE INDEX tables_stage ON public.tables USING btree (stage, changed);
CREATE INDEX tokens_person ON public.tokens USING btree (person);
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT analyses_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.practice
    ADD CONSTRAINT practice_person_fkey FOREIGN KEY (person) REFERENCES public.people(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_person_fkey FOREIGN KEY (person) REFERENCES public.people(id) ON DELETE CASCADE;
