import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { QuireConfig } from '@quirecms/core'

export interface ApplicationInfo {
  readonly title: string
  readonly version: string
  readonly description: string | undefined
  /** SPDX expression. */
  readonly license: string | undefined
}

/** From the configuration, or else from the `package.json` in the application's folder. */
export async function readApplicationInfo(
  root: string,
  config: Pick<QuireConfig, 'name' | 'description' | 'admin'>,
): Promise<ApplicationInfo> {
  const found = await readPackage(join(root, 'package.json'))
  const text = (member: string) => (typeof found[member] === 'string' ? found[member] : undefined)
  return {
    title: config.name ?? config.admin?.branding?.name ?? text('name') ?? 'Quire application',
    version: text('version') ?? '0.0.0',
    description: config.description ?? text('description'),
    license: text('license'),
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
