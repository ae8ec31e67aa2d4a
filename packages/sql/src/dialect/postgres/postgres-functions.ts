/**
 * Functions that conditions need and PostgreSQL lacks, created by the first migration. They agree with those that we
 * give to SQLite.
 *
 * PostgreSQL's arithmetic on doubles fails on underflow, so coordinates that close to zero count as zero.
 */
export const postgresFunctions: readonly string[] = [
  // Maps each code point to its simple lower case with PostgreSQL's own C.UTF-8, which is independent of system
  // libraries. Before version 17 with ICU, except two letters that it maps differently.
  `do $do$ begin
     if current_setting('server_version_num')::int >= 170000 then
       create or replace function quire_fold(value text) returns text
         language sql immutable strict parallel safe
         as $$ select lower(value collate pg_c_utf8) $$;
     else
       create or replace function quire_fold(value text) returns text
         language sql immutable strict parallel safe
         as $$ select lower(translate(value, U&'\\0130\\03A3', U&'\\0069\\03C3') collate "und-x-icu") $$;
     end if;
   end $do$`,

  `create or replace function quire_coordinate(value double precision) returns double precision
     language sql immutable strict parallel safe
     as $$ select case when abs(value) < 1e-100 then 0 else value end $$`,

  `create or replace function quire_position(point jsonb) returns double precision[]
     language sql immutable strict parallel safe
     as $$
       select case
         when jsonb_typeof(point) <> 'array' then null
         when jsonb_array_length(point) <> 2 then null
         when jsonb_typeof(point -> 0) <> 'number' or jsonb_typeof(point -> 1) <> 'number' then null
         when abs((point -> 0)::numeric) > 180 or abs((point -> 1)::numeric) > 90 then null
         else array[
           quire_coordinate((point -> 0)::double precision),
           quire_coordinate((point -> 1)::double precision)]
       end
     $$`,

  // Haversine, with the mean radius of the earth in meters.
  `create or replace function quire_distance(point jsonb, lng double precision, lat double precision)
     returns double precision language sql immutable strict parallel safe
     as $$
       select 2 * 6371008.8 * asin(least(1, sqrt(
         sin(half_lat) * sin(half_lat)
         + cos(radians(from_lat)) * cos(radians(to_lat)) * (sin(half_lng) * sin(half_lng)))))
       from quire_position(point) as p,
         lateral (select quire_coordinate(lat) as from_lat, p[2] as to_lat) as latitudes,
         lateral (select radians(to_lat - from_lat) / 2 as half_lat,
           radians(p[1] - quire_coordinate(lng)) / 2 as half_lng) as halves
       where p is not null
     $$`,

  // Points on a border, also on that of a hole, are inside.
  `create or replace function quire_within(point jsonb, rings jsonb) returns boolean
     language sql immutable strict parallel safe
     as $$
       with place as (select p[1] as x, p[2] as y from quire_position(point) as p where p is not null),
       corners as (
         select ring.n as ring, corner.n as n,
           quire_coordinate((corner.value -> 0)::double precision) as x,
           quire_coordinate((corner.value -> 1)::double precision) as y
         from jsonb_array_elements(rings) with ordinality as ring(value, n),
           jsonb_array_elements(ring.value) with ordinality as corner(value, n)),
       edges as (
         select ring, x as x1, y as y1, lead(x) over following as x2, lead(y) over following as y2
         from corners window following as (partition by ring order by n)),
       relations as (
         select ring,
           bool_or((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) = 0
             and x between least(x1, x2) and greatest(x1, x2)
             and y between least(y1, y2) and greatest(y1, y2)) as on_border,
           count(*) filter (where case when (y1 > y) <> (y2 > y)
             then x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1 else false end) % 2 = 1 as inside
         from edges, place where x2 is not null group by ring)
       select coalesce(bool_or(ring = 1) and bool_and(on_border or inside = (ring = 1)), false) from relations
     $$`,
]
