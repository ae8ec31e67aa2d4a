import { storageContract } from '@quirecms/testkit'
import { createDatabase } from '../../postgres/storage/databases.ts'

storageContract('SQLite', () => createDatabase('sqlite'))
