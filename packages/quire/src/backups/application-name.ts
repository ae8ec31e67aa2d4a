import { basename } from 'node:path'
import { readApplicationInfo } from '../application-info.ts'

/** What its backups are called after: the name in its `package.json`, or else its folder's. */
export async function applicationName(root: string): Promise<string> {
  const { title } = await readApplicationInfo(root, {})
  return title === 'Quire application' ? basename(root) : title
}
