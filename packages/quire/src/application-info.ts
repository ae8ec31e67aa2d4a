import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the API description calls the application (docs/contract/openapi.md#versions). */
export interface ApplicationInfo {
  readonly title: string
  readonly version: string
  readonly description: string | undefined
  /** An SPDX expression. */
  readonly license: string | undefined
}

/** From the `package.json` in the application's folder; an application without one is still described. */
export async function readApplicationInfo(root: string): Promise<ApplicationInfo> {
  const { name, version, description, license } = await readPackage(join(root, 'package.json'))
  return {
    title: typeof name === 'string' ? name : 'Quire application',
    version: typeof version === 'string' ? version : '0.0.0',
    description: typeof description === 'string' ? description : undefined,
    license: typeof license === 'string' ? license : undefined,
  }
}

async function readPackage(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const found: unknown = JSON.parse(await readFile(file, 'utf8'))
    return typeof found === 'object' && found !== null ? (found as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}
