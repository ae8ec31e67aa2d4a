import { cp, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppFolder } from './quire-process.ts'

const blog = fileURLToPath(new URL('../../../examples/blog', import.meta.url))
const sdk = fileURLToPath(new URL('../../../packages/sdk', import.meta.url))

/** A copy of the example, like a fresh clone, without your local data. */
export async function blogFolder(): Promise<AppFolder> {
  const folder = await AppFolder.create()
  await mkdir(join(folder.path, 'node_modules/@quirecms'))
  await symlink(sdk, join(folder.path, 'node_modules/@quirecms/sdk'))
  for (const part of [
    'access.ts',
    'collections',
    'demo',
    'fields',
    'globals',
    'hooks',
    'jobs',
    'migrations',
    'quire.config.ts',
    'site',
  ])
    await cp(join(blog, part), join(folder.path, part), { recursive: true })
  return folder
}
