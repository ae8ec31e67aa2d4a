import { arch, availableParallelism, loadavg, totalmem } from 'node:os'

/** The kind of machine, without anything that names it. */
export function machine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${availableParallelism()} cores, ${arch()}, ${memory} GiB, Node ${process.versions.node}`
}

/** Load average of the last 15 minutes. */
export function load(): string {
  return (loadavg()[2] ?? 0).toFixed(0)
}
