import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchOptions } from './command-line.ts'
import { compareAnswers } from './compare-answers.ts'
import type { LoadPlan, LoadResult } from './load/run-load.ts'
import { BenchProcess } from './processes/bench-process.ts'
import type { CorePinning } from './processes/core-pinning.ts'
import type { ServerQuestion, ServerUsage } from './processes/server-process.ts'
import type { Scenario } from './scenarios/scenario.ts'

/** More than one core can work on at once, and as many as a busy small site has. */
const CONNECTIONS = 32

/** What one server did in one scenario. */
export interface Measurement {
  readonly contender: string
  readonly rounds: readonly LoadResult[]
  /** Resident bytes of the server's process after the last round. */
  readonly memory: number
  /** What the server's process used of its core for one request, in seconds: says more than throughput on a busy machine. */
  readonly cpuSecondsPerRequest: number
  /** The share of the rounds in which the server could have worked, if something else had not had its core. */
  readonly waited: number
  readonly profile: string | undefined
}

/** Where the seeded databases are, a folder for each contender. */
export interface Surroundings {
  readonly pinning: CorePinning
  readonly folder: string
  readonly contenders: readonly string[]
}

export async function startServer(contender: string, pinning: CorePinning): Promise<BenchProcess> {
  return BenchProcess.start(new URL('./processes/server-process.ts', import.meta.url), [contender], pinning.server)
}

/**
 * Fresh processes on fresh copies of the databases, so that no scenario inherits from the one before. The servers take turns, round
 * by round: what else happens on the machine meanwhile hits them alike.
 */
export async function measureScenario(
  scenario: Scenario,
  options: BenchOptions,
  { pinning, folder, contenders }: Surroundings,
): Promise<Measurement[]> {
  const generator = await BenchProcess.start(
    new URL('./processes/generator-process.ts', import.meta.url),
    [],
    pinning.generator,
  )
  const running: Running[] = []
  try {
    for (const contender of contenders) {
      const own = join(folder, scenario.name, contender)
      await mkdir(own, { recursive: true })
      await cp(join(folder, 'seeded', contender), own, { recursive: true })
      const server = await startServer(contender, pinning)
      running.push(new Running(contender, server, generator, scenario))
      await running.at(-1)?.serve(own)
    }
    const next = await compareAnswers(scenario, new Map(running.map((one) => [one.contender, one.port])))
    for (const one of running) {
      one.nextNumber = next
      await one.warmUp(options.warmUpSeconds)
      if (options.profile) await one.startProfile()
    }
    for (let round = 0; round < options.rounds; round += 1) {
      for (const one of running) await one.measure(options.seconds)
    }
    const profiles = join(folder, '..', 'profiles')
    return await Promise.all(running.map((one) => one.finish(options.profile ? profiles : undefined)))
  } finally {
    await Promise.all([generator.stop(), ...running.map((one) => one.stop())])
  }
}

/** One server of a scenario, and what is known of it so far. */
class Running {
  readonly contender: string
  port = 0
  nextNumber = 0
  readonly #server: BenchProcess
  readonly #generator: BenchProcess
  readonly #scenario: Scenario
  readonly #rounds: LoadResult[] = []
  #cpuSeconds = 0
  #waitedSeconds = 0
  #seconds = 0

  constructor(contender: string, server: BenchProcess, generator: BenchProcess, scenario: Scenario) {
    this.contender = contender
    this.#server = server
    this.#generator = generator
    this.#scenario = scenario
  }

  async serve(folder: string): Promise<void> {
    this.port = await this.#ask<number>({ kind: 'serve', folder })
  }

  async warmUp(seconds: number): Promise<void> {
    await this.#load(seconds)
  }

  async measure(seconds: number): Promise<void> {
    const before = await this.#ask<ServerUsage>({ kind: 'usage' })
    const result = await this.#load(seconds)
    const after = await this.#ask<ServerUsage>({ kind: 'usage' })
    this.#rounds.push(result)
    this.#cpuSeconds += after.cpuSeconds - before.cpuSeconds
    this.#waitedSeconds += after.waitedSeconds - before.waitedSeconds
    this.#seconds += result.requests / result.requestsPerSecond
  }

  async startProfile(): Promise<void> {
    await this.#ask({ kind: 'start-profile' })
  }

  async finish(profiles: string | undefined): Promise<Measurement> {
    const { memory } = await this.#ask<ServerUsage>({ kind: 'usage' })
    const profile = profiles && join(profiles, `${this.#scenario.name}-${this.contender}.cpuprofile`)
    if (profile) await this.#ask({ kind: 'write-profile', file: profile })
    await this.#ask({ kind: 'close' })
    const requests = this.#rounds.reduce((sum, round) => sum + round.requests, 0)
    return {
      contender: this.contender,
      rounds: this.#rounds,
      memory,
      cpuSecondsPerRequest: this.#cpuSeconds / requests,
      waited: this.#waitedSeconds / this.#seconds,
      profile,
    }
  }

  async stop(): Promise<void> {
    await this.#server.stop()
  }

  async #load(seconds: number): Promise<LoadResult> {
    const { port, nextNumber: firstNumber } = this
    const plan: LoadPlan = { scenario: this.#scenario.name, port, seconds, connections: CONNECTIONS, firstNumber }
    const result = await this.#generator.ask<LoadResult>(plan)
    this.nextNumber = result.nextNumber
    return result
  }

  #ask<Result = void>(question: ServerQuestion): Promise<Result> {
    return this.#server.ask<Result>(question)
  }
}
