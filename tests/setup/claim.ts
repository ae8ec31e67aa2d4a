import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Waits while another process builds the thing at this path, and then claims it until the returned function is called.
 * Concurrent builds would take longer.
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

/** The claim of a killed process. */
function isLeftBehind(path: string): boolean {
  try {
    const owner = Number(readFileSync(path, 'utf8'))
    // A new claim is empty for a moment.
    if (owner > 0) process.kill(owner, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Blocks the process: it needs the result. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
