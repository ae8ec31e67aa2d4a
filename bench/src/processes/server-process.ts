import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import type { Served } from '../contenders/contender.ts'
import { loadContender } from '../contenders/index.ts'
import { answerParent } from './answer-parent.ts'

/** What the benchmark asks of a contender's process. */
export type ServerQuestion =
  | { readonly kind: 'seed' | 'serve'; readonly folder: string }
  | { readonly kind: 'usage' | 'close' | 'start-profile' }
  | { readonly kind: 'write-profile'; readonly file: string }

export interface ServerUsage {
  readonly memory: number
  readonly cpuSeconds: number
  /** How long it was ready to run while others had its core; 0 where the system does not tell. */
  readonly waitedSeconds: number
}

const contender = await loadContender(process.argv[2] ?? '')
const inspector = new Session()
let served: Served | undefined

answerParent((question) => answer(question as ServerQuestion))

async function answer(question: ServerQuestion): Promise<unknown> {
  switch (question.kind) {
    case 'seed':
      return contender.seed(question.folder)
    case 'serve':
      served = await contender.serve(question.folder)
      return served.port
    case 'usage':
      return usage()
    case 'start-profile':
      inspector.connect()
      await inspector.post('Profiler.enable')
      return inspector.post('Profiler.start')
    case 'write-profile': {
      const { profile } = await inspector.post('Profiler.stop')
      return writeFile(question.file, JSON.stringify(profile))
    }
    case 'close':
      return served?.close()
  }
}

function usage(): ServerUsage {
  const { user, system } = process.cpuUsage()
  return { memory: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6, waitedSeconds: waitedSeconds() }
}

/** Linux tells of the main thread: time on a core, time ready to run but waiting for one (nanoseconds), and turns. */
function waitedSeconds(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e9
  } catch {
    return 0
  }
}
