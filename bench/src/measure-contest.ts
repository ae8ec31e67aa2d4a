import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchOptions } from './command-line.ts'
import { compareAnswers } from './compare-answers.ts'
import type { Contest, Entrant } from './contests/contest.ts'
import type { LoadPlan, LoadResult } from './load/run-load.ts'
import { BenchProcess } from './processes/bench-process.ts'
import { ServerProcess } from './processes/server-process.ts'
import type { Surroundings } from './surroundings.ts'

/** Concurrent connections of a busy small site, more than one core can handle at once. */
export const CONNECTIONS = 32

/** Bounds the warm-up on slow machines. */
const MOST_WARM_UPS = 10

export interface Round extends LoadResult {
  /** CPU time of the server per request, in seconds. On a busy machine, it is more reliable than throughput. */
  readonly cpuSecondsPerRequest: number
}

export interface Measurement {
  readonly entrant: Entrant
  readonly rounds: readonly Round[]
  /** Resident memory of the server after the last round, in bytes. */
  readonly memory: number
  /** The share of the time in which the server was ready to run but another process had its core. */
  readonly waited: number
  readonly logged: number
}

export function startGenerator({ pinning }: Surroundings): Promise<BenchProcess> {
  return BenchProcess.start(new URL('./processes/generator-process.ts', import.meta.url), [], pinning.generator)
}

/**
 * Uses new processes on new copies of the databases, so that no contest affects another. The entrants take turns, so
 * that other load on the machine affects them alike.
 */
export async function measureContest(
  contest: Contest,
  options: BenchOptions,
  surroundings: Surroundings,
): Promise<Measurement[]> {
  const servers = new Map<string, ServerProcess>()
  const generator = await startGenerator(surroundings)
  try {
    const running: Running[] = []
    for (const entrant of contest.entrants) {
      const key = keyOf(entrant)
      const server = servers.get(key) ?? (await serve(contest, entrant, servers.size, options, surroundings))
      servers.set(key, server)
      await server.ready()
      const authorization = await surroundings.contenders[entrant.server].signIn?.(server.port)
      running.push(new Running(entrant, server, generator, authorization))
    }
    const [{ scenario }, other] = contest.entrants
    if (scenario === other.scenario) {
      const next = await compareAnswers(scenario, new Map(running.map(({ entrant, port }) => [entrant.name, port])))
      for (const one of running) one.nextNumber = next
    }
    for (const one of running) await one.warmUp(options)
    for (let round = 0; round < options.rounds; round += 1) {
      // The first run of a round changes the machine for the second, so the order alternates.
      for (const one of round % 2 === 0 ? running : running.toReversed()) await one.measure(options.seconds)
    }
    return running.map((one) => one.result())
  } finally {
    await Promise.all([generator, ...servers.values()].map((process) => process.stop()))
  }
}

/** Entrants that differ only in their requests share a server. */
function keyOf({ server, env }: Entrant): string {
  return JSON.stringify([server, env])
}

async function serve(
  { name }: Contest,
  { server, env }: Entrant,
  number: number,
  { profile }: BenchOptions,
  { folder, contenders, pinning }: Surroundings,
): Promise<ServerProcess> {
  const own = join(folder, name, `${server}-${number}`)
  await mkdir(own, { recursive: true })
  await cp(join(folder, 'seeded', server), own, { recursive: true })
  return ServerProcess.spawn({
    command: (port) => contenders[server].command(own, port),
    pin: pinning.server,
    logFile: join(own, 'server.log'),
    nodeArguments: profile
      ? ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}-${server}-${number}.cpuprofile`]
      : [],
    ...(env && { env }),
  })
}

class Running {
  readonly entrant: Entrant
  nextNumber = 0
  readonly #server: ServerProcess
  readonly #generator: BenchProcess
  readonly #authorization: string | undefined
  readonly #rounds: Round[] = []
  #waitedSeconds = 0
  #seconds = 0

  constructor(entrant: Entrant, server: ServerProcess, generator: BenchProcess, authorization: string | undefined) {
    this.entrant = entrant
    this.#server = server
    this.#generator = generator
    this.#authorization = authorization
  }

  get port(): number {
    return this.#server.port
  }

  async load(seconds: number): Promise<LoadResult> {
    const { port, nextNumber: firstNumber } = this
    const { name: scenario } = this.entrant.scenario
    const plan: LoadPlan = {
      scenario,
      port,
      seconds,
      connections: CONNECTIONS,
      firstNumber,
      authorization: this.#authorization,
    }
    const result = await this.#generator.ask<LoadResult>(plan)
    this.nextNumber = result.nextNumber
    return result
  }

  /** On a busy machine, a fixed time may be too few requests for V8 to compile the code. */
  async warmUp({ warmUpSeconds, warmUpRequests }: BenchOptions): Promise<void> {
    let requests = 0
    for (let times = 0; times < MOST_WARM_UPS; times += 1) {
      requests += (await this.load(warmUpSeconds)).requests
      if (requests >= warmUpRequests) return
    }
  }

  async measure(seconds: number): Promise<void> {
    const before = this.#server.usage()
    const result = await this.load(seconds)
    const after = this.#server.usage()
    const cpuSeconds = after.cpuSeconds - before.cpuSeconds
    this.#rounds.push({ ...result, cpuSecondsPerRequest: cpuSeconds / result.requests })
    this.#waitedSeconds += after.waitedSeconds - before.waitedSeconds
    this.#seconds += result.requests / result.requestsPerSecond
  }

  result(): Measurement {
    return {
      entrant: this.entrant,
      rounds: this.#rounds,
      memory: this.#server.usage().memory,
      waited: this.#waitedSeconds / this.#seconds,
      logged: this.#server.loggedBytes(),
    }
  }
}
