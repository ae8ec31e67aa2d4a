import { readFileSync, readdirSync } from 'node:fs'

/** The children of a process, theirs, and so on, itself first. On Linux; elsewhere only itself is known. */
export function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)]
}

export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
      const text = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim()
      return text === '' ? [] : text.split(' ').map(Number)
    })
  } catch {
    return []
  }
}

/** Sends a signal to a process, unless it is gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It is gone.
  }
}
