import { spawnSync } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import type { Peer } from './peer.ts'

type Installed = Pick<Peer, 'name' | 'packages'>

/**
 * Installs the packages of a peer into its own folder; returns the reason if that fails. Compiling native modules may
 * take longer than the whole run, so installations are reused if `BENCH_PEERS` names a folder.
 */
export async function installPeer(folder: string, peer: Installed, node: string): Promise<string | null> {
  await mkdir(folder, { recursive: true })
  if (peer.packages.length === 0) return null
  const kept = process.env['BENCH_PEERS']
  if (kept === undefined) return install(folder, peer, node)
  const place = join(resolve(kept), peer.name)
  const reason = await installOnce(place, peer, node)
  if (reason === null) await symlink(join(place, 'node_modules'), join(folder, 'node_modules'), 'dir')
  return reason
}

/** A finished installation contains a file with its packages. */
async function installOnce(place: string, peer: Installed, node: string): Promise<string | null> {
  const mark = join(place, 'installed.json')
  const wanted = JSON.stringify({ packages: peer.packages, node })
  if ((await readFile(mark, 'utf8').catch(() => '')) === wanted) return null
  await rm(place, { recursive: true, force: true })
  await mkdir(place, { recursive: true })
  const reason = await install(place, peer, node)
  if (reason === null) await writeFile(mark, wanted)
  return reason
}

async function install(folder: string, { packages }: Installed, node: string): Promise<string | null> {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const options = ['--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr, error } = spawnSync('npm', ['install', ...options, ...packages], {
    cwd: folder,
    // npm chooses native modules by the Node that it runs on.
    env: { ...process.env, PATH: [dirname(node), process.env['PATH']].join(delimiter) },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  })
  if (status === 0) return null
  return error?.message ?? reasonIn(stderr)
}

/** Returns the first informative line of npm's output. */
function reasonIn(said: string): string {
  const lines = said.split('\n').map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
  return lines.find((line) => line !== '' && !/^(?:code|path|command|errno)\b/.test(line)) ?? 'npm failed'
}
