import { storageContract } from '@quirecms/testkit'
import { createDatabase } from './databases.ts'

storageContract('PostgreSQL', () => createDatabase('postgres'))
