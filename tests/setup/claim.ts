import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Waits while another process makes what shall be at the place, and then says that this one does, until the function is called that it
 * gives back. Workers that build the same thing side by side all take longer for it.
 */
export function claim(place: string): () => void {
  const claimed = `${place}.claimed`
  while (!isWritten(claimed)) {
    if (isLeftBehind(claimed)) rmSync(claimed, { force: true })
    else sleep(50)
  }
  return () => rmSync(claimed, { force: true })
}

function isWritten(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** By a process that was killed. */
function isLeftBehind(path: string): boolean {
  try {
    const owner = Number(readFileSync(path, 'utf8'))
    // One that was just made is empty for a moment.
    if (owner > 0) process.kill(owner, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** What follows needs what is waited for, so the process has nothing else to do. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
