import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchOptions } from '../command-line.ts'
import type { LoadPlan, LoadResult } from '../load/run-load.ts'
import { CONNECTIONS, startGenerator } from '../measure-contest.ts'
import type { BenchProcess } from '../processes/bench-process.ts'
import { ServerProcess } from '../processes/server-process.ts'
import type { Surroundings } from '../surroundings.ts'
import { peers } from './index.ts'
import { installPeer } from './install-peer.ts'
import { nodeFor } from './node-for.ts'
import type { Peer } from './peer.ts'
import { ask, seedPeer } from './seed-peer.ts'
import { peerScenarioNamed, type Workload, WORKLOADS } from './workload.ts'

/** Responses to check in each workload. */
const CHECKED = 5

const POSTS = 10_000
const FEW_POSTS = 1_000

export interface PeerMeasurement {
  readonly name: string
  readonly workload: Workload
  readonly rounds: readonly LoadResult[]
  readonly cpuSecondsPerRequest: number
  /** The share of the time in which it was ready to run but another process had its core. */
  readonly waited: number
  readonly memory: number
}

export interface PeersResult {
  readonly posts: number
  readonly measurements: readonly PeerMeasurement[]
  /** Servers that could not be measured, and why. */
  readonly missing: readonly { readonly name: string; readonly why: string }[]
}

/**
 * Measures Quire and other engines at the same work: the same content, written over HTTP, and the same requests, round
 * by round in turns.
 */
export async function measurePeers(options: BenchOptions, surroundings: Surroundings): Promise<PeersResult> {
  const missing: { name: string; why: string }[] = []
  const running: Running[] = []
  const posts = options.isQuick ? FEW_POSTS : POSTS
  const generator = await startGenerator(surroundings)
  try {
    for (const peer of chosenPeers(options)) {
      console.log(`${peer.name}: installing, starting and writing ${posts} posts`)
      const started = await Running.start(peer, posts, surroundings, generator)
      if (started instanceof Running) running.push(started)
      else missing.push({ name: peer.name, why: started })
    }
    const measurements: PeerMeasurement[] = []
    for (const workload of WORKLOADS) {
      console.log(`${workload}: ${options.rounds} rounds of ${options.seconds} s each`)
      measurements.push(...(await measureWorkload(workload, running, options)))
    }
    return { posts, measurements, missing }
  } finally {
    await Promise.all([generator, ...running.map(({ server }) => server)].map((process) => process.stop()))
  }
}

/** Returns Quire and the selected peers. */
function chosenPeers({ onlyPeers }: BenchOptions): readonly Peer[] {
  const names = onlyPeers?.map((name) => name.toLowerCase())
  const unknown = names?.find((name) => !peers.some((peer) => peer.name.toLowerCase() === name))
  if (unknown !== undefined)
    throw new Error(`There is no peer "${unknown}". There are: ${peers.map(({ name }) => name).join(', ')}.`)
  return names ? peers.filter(({ name }, index) => index === 0 || names.includes(name.toLowerCase())) : peers
}

async function measureWorkload(
  workload: Workload,
  running: readonly Running[],
  { rounds, seconds, warmUpSeconds }: BenchOptions,
): Promise<PeerMeasurement[]> {
  for (const one of running) await one.check(workload)
  for (const one of running) await one.load(workload, warmUpSeconds)
  for (const one of running) one.begin()
  for (let round = 0; round < rounds; round += 1) {
    // Earlier runs of a round change the machine for later ones, so the order alternates.
    for (const one of round % 2 === 0 ? running : running.toReversed()) await one.measure(workload, seconds)
  }
  return running.map((one) => one.result(workload))
}

/** Some servers report themselves ready too early. */
async function untilReachable(server: ServerProcess): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    server.expectRunning()
    const isThere = await fetch(`http://127.0.0.1:${server.port}/`).then(
      async (response) => (await response.arrayBuffer(), true),
      () => false,
    )
    if (isThere) return
    await sleep(50)
  }
}

class Running {
  readonly server: ServerProcess
  readonly #peer: Peer
  readonly #ids: string
  readonly #generator: BenchProcess
  #next = 0
  #rounds: LoadResult[] = []
  #cpuSeconds = 0
  #waitedSeconds = 0
  #seconds = 0

  private constructor(peer: Peer, server: ServerProcess, ids: string, generator: BenchProcess) {
    this.#peer = peer
    this.server = server
    this.#ids = ids
    this.#generator = generator
  }

  /** Returns the reason if the server cannot be measured: a missing one must not end the run. */
  static async start(
    peer: Peer,
    posts: number,
    { folder, pinning }: Surroundings,
    generator: BenchProcess,
  ): Promise<Running | string> {
    const own = join(folder, 'peers', peer.name)
    const node = nodeFor(peer.nodes)
    if (node === undefined)
      return `needs Node ${peer.nodes?.join(' or ')}, and there is none here: name one with BENCH_NODE`
    const reason = await installPeer(own, peer, node)
    if (reason !== null) return `could not be installed here: ${reason}`
    let server: ServerProcess | undefined
    try {
      await peer.prepare(own, node)
      const command = (port: number) => peer.command(own, port, node)
      server = await ServerProcess.spawn({ command, pin: pinning.server, logFile: join(own, 'server.log') })
      await server.ready()
      await untilReachable(server)
      await peer.setUp?.(server.port)
      const ids = join(own, 'ids.json')
      await seedPeer(peer.api, server.port, posts, ids)
      return new Running(peer, server, ids, generator)
    } catch (error) {
      await server?.stop()
      return `could not be started or filled: ${error instanceof Error ? error.message.slice(0, 300) : String(error)}`
    }
  }

  async check(workload: Workload): Promise<void> {
    const scenario = peerScenarioNamed(this.#scenario(workload))
    this.#next = 0
    for (let number = 0; number < CHECKED; number += 1) {
      const answer = await ask(scenario.request(number), this.server.port, scenario.status)
      try {
        scenario.check(number, answer)
      } catch (error) {
        throw new Error(`${this.#peer.name} answers ${workload} with something else: ${(error as Error).message}`, {
          cause: error,
        })
      }
    }
    this.#next = CHECKED
  }

  begin(): void {
    this.#rounds = []
    this.#cpuSeconds = 0
    this.#waitedSeconds = 0
    this.#seconds = 0
  }

  async load(workload: Workload, seconds: number): Promise<LoadResult> {
    const plan: LoadPlan = {
      scenario: this.#scenario(workload),
      port: this.server.port,
      seconds,
      connections: CONNECTIONS,
      firstNumber: this.#next,
    }
    const result = await this.#generator.ask<LoadResult>(plan)
    this.#next = result.nextNumber
    return result
  }

  async measure(workload: Workload, seconds: number): Promise<void> {
    const before = this.server.usage()
    const result = await this.load(workload, seconds)
    const after = this.server.usage()
    this.#rounds.push(result)
    this.#cpuSeconds += after.cpuSeconds - before.cpuSeconds
    this.#waitedSeconds += after.waitedSeconds - before.waitedSeconds
    this.#seconds += result.requests / result.requestsPerSecond
  }

  result(workload: Workload): PeerMeasurement {
    const requests = this.#rounds.reduce((sum, round) => sum + round.requests, 0)
    return {
      name: this.#peer.name,
      workload,
      rounds: this.#rounds,
      cpuSecondsPerRequest: this.#cpuSeconds / requests,
      waited: this.#waitedSeconds / this.#seconds,
      memory: this.server.usage().memory,
    }
  }

  #scenario(workload: Workload): string {
    return `peer ${this.#peer.name} ${workload} ${this.#ids}`
  }
}
