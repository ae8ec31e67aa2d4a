import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A user that owns no files. */
const STRANGER = 65534
const AS_STRANGER = [`--reuid=${STRANGER}`, `--regid=${STRANGER}`, '--clear-groups']

/** What a process may see and do that has no rights. */
export interface Seal {
  /** Folders that it may write to. Nothing else of the machine can be written, not even files of its user. */
  readonly writable: readonly string[]
  /** Folders that are empty, its own, and gone with it. */
  readonly temporary: readonly string[]
  /** What it must find all the same, if it is in one of those. */
  readonly visible: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

const UNSHARE = ['unshare', '--mount', '--propagation', 'private']

/** Why processes cannot be sealed here; null where they can. */
export const cannotSeal: string | null = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it takes root on Linux'
  const [program, ...args] = [...UNSHARE, 'sh', '-c', 'mount --bind / / && setpriv --version']
  if (spawnSync(program, args).status !== 0) return 'unshare, mount or setpriv cannot be used here'
  const [here, there] = [fileURLToPath(import.meta.url), join(tmpdir(), '/')]
  // What is in a folder for temporary files is laid out for it.
  const isReadable = here.startsWith(there) || spawnSync('setpriv', [...AS_STRANGER, 'test', '-r', here]).status === 0
  return isReadable ? null : 'other users cannot read this checkout'
})()

/** Where everything can be found while it is laid out anew. */
const BEFORE = '/mnt'

/**
 * What containers with a read-only root come down to, and units of systemd with `ProtectSystem=strict`: every mount is read-only but those that are named,
 * and the process runs as `nobody`, without capabilities, and can gain none.
 */
export function spawnSealed(command: readonly string[], seal: Seal): ChildProcess {
  const { writable, temporary, visible, cwd, env } = seal
  for (const folder of writable) chownSync(folder, STRANGER, STRANGER)
  const isIn = (path: string, folder: string) => path.startsWith(`${folder}/`)
  const hidden = visible.filter((path) => temporary.some((folder) => isIn(path, folder)))
  const stays = [...writable, ...temporary, '/dev', '/proc', '/sys'].map((path) => `'${path}'`)
  const script = [
    'set -e',
    `mount --rbind / ${BEFORE}`,
    ...temporary.map((folder) => `mount -t tmpfs -o mode=1777 tmpfs '${folder}'`),
    ...hidden.flatMap((path) => [`mkdir -p '${path}'`, `mount --bind '${BEFORE}${path}' '${path}'`]),
    `umount -l ${BEFORE}`,
    ...writable.map((folder) => `mount --bind '${folder}' '${folder}'`),
    `awk '{ print $5 }' /proc/self/mountinfo | sort -u | while read -r place; do
      case "$place" in ${[...stays, '/dev/*', '/proc/*', '/sys/*'].join('|')}) ;; *) mount -o remount,bind,ro "$place" ;; esac
    done`,
    `cd '${cwd}'`,
    `exec setpriv ${AS_STRANGER.join(' ')} --bounding-set=-all --inh-caps=-all --no-new-privs "$@"`,
  ].join('\n')
  const [program = '', ...args] = [...UNSHARE, 'sh', '-c', script, 'sealed', ...command]
  return spawn(program, args, { env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
}
