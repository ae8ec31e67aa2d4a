import { readFileSync, readdirSync } from 'node:fs'

/** A process with all of its descendants. On Linux; elsewhere only the process itself. */
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
  } catch {}
}
