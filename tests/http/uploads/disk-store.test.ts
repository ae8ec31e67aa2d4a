import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskStore } from '@quirecms/files'
import { objectStoreContract } from '@quirecms/testkit'

objectStoreContract('disk', async () => diskStore(await mkdtemp(join(tmpdir(), 'quire-objects-'))))
