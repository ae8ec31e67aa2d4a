import { basename } from 'node:path'
import { readApplicationInfo } from '../application-info.ts'

export async function applicationName(root: string): Promise<string> {
  const { title } = await readApplicationInfo(root, {})
  return title === 'Quire application' ? basename(root) : title
}
