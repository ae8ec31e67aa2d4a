import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { BenchRequest, Scenario } from '../scenarios/scenario.ts'
import { AnswerReader } from './answer-reader.ts'
import { requestText } from './request-text.ts'

export interface LoadPlan {
  readonly scenario: string
  readonly port: number
  readonly seconds: number
  readonly connections: number
  /** Number of the first request: rounds on the same database must not repeat requests. */
  readonly firstNumber: number
  /** Header of requests of editors; undefined for a server without users. */
  readonly authorization?: string | undefined
}

export interface LoadResult {
  readonly requests: number
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
  /** The share of its core that the generator used. Near 1, the generator itself was the bottleneck. */
  readonly generatorBusy: number
  readonly nextNumber: number
}

/**
 * Keeps every connection busy with one request after another for the given time. Uses no library, because it must be
 * faster than the floor on a single core: it writes prepared bytes and reads only the length of a response.
 */
export async function runLoad(scenario: Scenario, plan: LoadPlan): Promise<LoadResult> {
  const requests = requestSource(scenario, plan)
  const sockets = await Promise.all(Array.from({ length: plan.connections }, () => openSocket(plan.port)))
  const latencies: number[] = []
  const cpuBefore = process.cpuUsage()
  const started = performance.now()
  const end = started + plan.seconds * 1000
  await Promise.all(sockets.map((socket) => keepBusy(socket, scenario, requests, end, latencies)))
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  latencies.sort((a, b) => a - b)
  return {
    requests: latencies.length,
    requestsPerSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    generatorBusy: (user + system) / 1e6 / seconds,
    nextNumber: requests.nextNumber(),
  }
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

/**
 * Resolves when the last response has arrived, so that no request is aborted and the server is idle during the other's
 * turn.
 */
function keepBusy(
  socket: Socket,
  scenario: Scenario,
  requests: RequestSource,
  end: number,
  latencies: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = new AnswerReader()
    let sentAt = 0
    let expected = scenario.status
    const send = () => {
      const { text, status } = requests.next()
      expected = status
      sentAt = performance.now()
      socket.write(text)
    }
    socket.on('data', (chunk) => {
      if (!reader.take(chunk)) return
      if (reader.status !== expected) {
        socket.destroy()
        reject(new Error(`${scenario.name} was answered with ${reader.status}: ${chunk.toString().slice(-500)}`))
        return
      }
      const now = performance.now()
      latencies.push(now - sentAt)
      if (now < end) send()
      else {
        socket.destroy()
        resolve()
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    send()
  })
}

interface WrittenRequest {
  readonly text: Buffer | string
  readonly status: number
}

interface RequestSource {
  next(): WrittenRequest
  nextNumber(): number
}

function requestSource(scenario: Scenario, { port, firstNumber, authorization }: LoadPlan): RequestSource {
  let number = firstNumber
  const { cycle } = scenario
  const write = (request: BenchRequest): WrittenRequest => ({
    text: requestText(request, port, authorization),
    status: request.status ?? scenario.status,
  })
  // Requests of a cycle, and those that a scenario returns again, are written once.
  const written = new WeakMap<BenchRequest, WrittenRequest>()
  const writtenOnce = (request: BenchRequest): WrittenRequest => {
    const known = written.get(request)
    if (known || request.body) return known ?? write(request)
    const { text, status } = write(request)
    const made = { text: Buffer.from(text), status }
    written.set(request, made)
    return made
  }
  const prepared = Array.from({ length: cycle ?? 0 }, (_, index) => {
    const { text, status } = write(scenario.request(index))
    return { text: Buffer.from(text), status }
  })
  return {
    next() {
      const current = number
      number += 1
      return prepared[current % prepared.length] ?? writtenOnce(scenario.request(current))
    },
    nextNumber: () => number,
  }
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
