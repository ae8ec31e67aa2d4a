/** Tables of the storage itself; those of documents begin with `doc_`, those of records with `rec_`. */

export const REFERENCES_TABLE = 'quire_references'
export const SCHEMA_TABLE = 'quire_schema'
export const LOG_TABLE = 'quire_migrations'
