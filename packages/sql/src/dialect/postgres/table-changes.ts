import { sql } from 'kysely'
import type { Session } from '../database.ts'
import type { Fragment } from '../sql-dialect.ts'

/**
 * Change counter of each table; it tells whether a cached total is still valid. Every statement that writes inserts a
 * row in its own transaction, so that writers do not block each other; the rows are summed up periodically. The visible
 * sum never decreases, so two readers with the same sum see the same changes. (ADR 0038)
 */
const CHANGES = sql.id('quire_changes')

/** Stands for every table; for migrations. */
const EVERY_TABLE = ''

export const changesPreparation: readonly string[] = [
  // Rows are short-lived, so autovacuum must run often.
  `create table if not exists "quire_changes" ("table" text collate "C" not null, "n" bigint not null)
     with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,
  `create index if not exists "quire_changes_by_table" on "quire_changes" ("table")`,
  `create or replace function quire_changed() returns trigger language plpgsql
     as $$ begin
       insert into "quire_changes" ("table", "n") values (coalesce(tg_argv[0], tg_table_name), 1);
       return null;
     end $$`,
  // Tables that are older than their change counters.
  `do $$ declare name text; begin
     for name in select tablename from pg_catalog.pg_tables
       where schemaname = current_schema() and tablename like 'doc\\_%' loop
       execute format('create or replace trigger quire_changed after insert or update or delete or truncate on %I
         for each statement execute function quire_changed()', name);
     end loop;
   end $$`,
]

/** Counts the changes of a table, under the name `as` if given. */
export function changeTriggers(table: string, as?: string): Fragment[] {
  const argument = as === undefined ? sql`` : sql.lit(as)
  return [
    sql`create or replace trigger quire_changed after insert or update or delete or truncate on ${sql.id(table)}
      for each statement execute function quire_changed(${argument})`,
  ]
}

/**
 * Change state of tables as visible to the statement. Standbys can't tell. Contains the start time of the server, which
 * differs after a fail-over that lost changes.
 */
export function stateOf(tables: readonly string[]): Fragment {
  const names = sql.join([EVERY_TABLE, ...tables].map((table) => sql.lit(table)))
  const changes = sql`(select coalesce(sum("n"), 0) from ${CHANGES} where "table" in (${names}))`
  return sql`case when not pg_is_in_recovery() then ${changes}::text || ' ' || pg_postmaster_start_time() end`
}

/** Skips rows that another process is summing up. */
const SUM_UP = `with "gone" as (
    delete from "quire_changes" where ctid = any(array(
      select ctid from "quire_changes" where "table" = $1 for update skip locked)) returning "n")
  insert into "quire_changes" ("table", "n") select $1, sum("n") from "gone" having count(*) > 0`

/** Replaces many rows by one with their sum. */
export async function sumUpChanges(session: Session, table: string): Promise<void> {
  await session.change(SUM_UP, [table])
}
