/**
 * Tells `quirecms/testing` of the PostgreSQL server of the run. It is ours alone: whatever the shell names is left in peace. In layers
 * that try every promise on SQLite, suites on PostgreSQL are tagged `release`.
 */
import { inject } from 'vitest'

process.env['QUIRE_TEST_POSTGRES'] = inject('postgresUrl')
process.env['QUIRE_TEST_POSTGRES_TAG'] = inject('postgresWanted') === 'release' ? 'release' : ''
