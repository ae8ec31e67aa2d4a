import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import type { Peer } from './peer.ts'

/** Installs the packages of a peer into a folder of its own; says why where that doesn't work. */
export async function installPeer(
  folder: string,
  { packages }: Pick<Peer, 'packages'>,
  node: string,
): Promise<string | null> {
  await mkdir(folder, { recursive: true })
  if (packages.length === 0) return null
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const options = ['--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr, error } = spawnSync('npm', ['install', ...options, ...packages], {
    cwd: folder,
    // Native modules are brought for the Node that npm runs on.
    env: { ...process.env, PATH: [dirname(node), process.env['PATH']].join(delimiter) },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  })
  if (status === 0) return null
  return error?.message ?? reasonIn(stderr)
}

/** The first line of what npm says that tells something. */
function reasonIn(said: string): string {
  const lines = said.split('\n').map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
  return lines.find((line) => line !== '' && !/^(?:code|path|command|errno)\b/.test(line)) ?? 'npm failed'
}
