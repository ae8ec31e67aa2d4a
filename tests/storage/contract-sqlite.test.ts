import { storageContract } from '@quire/testkit'
import { createDatabase } from './databases.ts'

storageContract('SQLite', () => createDatabase('sqlite'))
