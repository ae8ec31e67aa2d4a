/** Tells `quirecms/testing` of the PostgreSQL server of the run. It is ours alone: whatever the shell names is left in peace. */
import { inject } from 'vitest'

process.env['QUIRE_TEST_POSTGRES'] = inject('postgresUrl')
