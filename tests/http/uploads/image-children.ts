import { readdir, readFile } from 'node:fs/promises'

/** Child processes of this one for images (Linux). */
export async function imageChildren(): Promise<number[]> {
  const own = `/proc/${process.pid}/task`
  const lists = (await readdir(own)).map((thread) => readFile(`${own}/${thread}/children`, 'utf8').catch(() => ''))
  const pids = (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean).map(Number))
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids.filter((_pid, index) => commands[index]?.includes('image-process'))
}

/** Suspends them: only their end frees waiting requests. */
export async function freezeImages(): Promise<number[]> {
  const pids = await imageChildren()
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return pids
}
