import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskStore } from '@quire/files'
import { objectStoreContract } from '@quire/testkit'

objectStoreContract('disk', async () => diskStore(await mkdtemp(join(tmpdir(), 'quire-objects-'))))
