import type { JsonObject } from '@quirecms/core'
import type { TestResponse } from '@quirecms/testkit'
import { DescribedAnswers } from '../../http/openapi/described-answers.ts'
import type { Claim } from '../claim.ts'
import { type MadeRequest, MANNERS, Requests } from '../fuzz/requests.ts'
import { isPublicByNow, seedSecrets, tellsSecret } from '../fuzz/secrets.ts'
import { type Answer, Broken, Hangs, HttpClient } from '../world/http.ts'
import { World } from '../world/world.ts'

const ROLES = ['admin', 'editor', 'reader', 'nobody'] as const
/** Statuses of HTTP itself, for requests that reached no operation. */
const OF_HTTP = new Set([400, 404, 405, 408, 413, 414, 415, 421, 431])

/** Sends valid and invalid requests. */
export const fuzz: Claim = {
  name: 'fuzz',
  promise:
    'Every request of every caller gets an answer that the description allows; it is no 5xx, and contains nothing that the caller may not read.',
  weight: 4,
  dialects: ['sqlite', 'postgres'],
  async run({ surroundings, dialect, random, tally, size }) {
    const world = await World.make(surroundings, { dialect })
    try {
      // Random requests of an admin could make everyone an admin; then leaks would be no findings.
      const { address, instance } = await world.start([], { env: { ROLES: 'stay' } })
      await world.addUsers(address)
      const client = new HttpClient(address)
      const there = await seedSecrets(world, client)
      const described = await client.call('GET', '/api/openapi.json', { headers: world.as('admin') })
      const answers = new DescribedAnswers(described.body as JsonObject)
      const requests = new Requests(described.body as object, random, there)
      const calls = size === 'small' ? 120 : 800
      for (let made = 0; made < calls; made += 4) {
        await Promise.all(
          Array.from({ length: 4 }, async () => {
            const role = random.pick(ROLES)
            const manner = random.pick(MANNERS)
            const request = requests.next(manner)
            const credential = role === 'nobody' ? {} : world.as(role)
            const told = `${role}, ${manner}: ${shown(request)}`
            tally.add(`${manner} requests`)
            try {
              const answer = await client.call(request.method, request.path, {
                headers: { ...request.headers, ...credential },
                body: request.body,
              })
              tally.add(`answers ${Math.floor(answer.status / 100)}xx`)
              tally.expect(answer.status < 500, `${answer.status} to ${told}: ${answer.text.slice(0, 300)}`)
              if (tellsSecret(role, answer.text) && !(await isPublicByNow(world, client, answer.text)))
                tally.fail(`a secret was told to ${told}: ${answer.text.slice(0, 500)}`)
              const problems = deviations(answers, request, answer)
              tally.expect(
                problems.length === 0,
                `${answer.status} to ${told} is not as described: ${problems.slice(0, 3).join('; ')}`,
              )
            } catch (error) {
              if (!(error instanceof Broken) && !(error instanceof Hangs)) throw error
              tally.fail(`${error.message} to ${told}`)
            }
          }),
        )
        tally.expect(instance.isRunning, `the service has ended: ${instance.output.slice(-1000)}`)
        if (!instance.isRunning) return
      }
      const doctor = await world.run('doctor')
      tally.expect(doctor.code === 0, `doctor: ${doctor.output}`)
      client.close()
    } finally {
      await world.remove()
    }
  },
}

function deviations(answers: DescribedAnswers, { method, path }: MadeRequest, answer: Answer): string[] {
  const headers = new Headers(
    Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const response = { status: answer.status, headers, text: answer.text, body: answer.body } as unknown as TestResponse
  const problems = answers.deviations(method, path, response)
  // The path matches the template, but no operation after decoding.
  return OF_HTTP.has(answer.status) && problems.some((problem) => problem.endsWith('are not described')) ? [] : problems
}

function shown({ method, path, body }: MadeRequest): string {
  const sent = body instanceof Uint8Array ? Buffer.from(body).toString() : JSON.stringify(body)
  return `${method} ${path.slice(0, 600)} ${sent?.slice(0, 600) ?? ''}`
}
