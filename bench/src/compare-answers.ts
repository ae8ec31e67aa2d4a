import type { BenchRequest, Scenario } from './scenarios/scenario.ts'

const COMPARED = 5

/**
 * Sends the same requests to all servers and throws unless the responses are equal byte for byte, except for members
 * that each server generates. If responses differ, comparing speed is meaningless. Uses the first request numbers of
 * the scenario and returns the next one.
 */
export async function compareAnswers(scenario: Scenario, ports: ReadonlyMap<string, number>): Promise<number> {
  for (let number = 0; number < COMPARED; number += 1) {
    const request = scenario.request(number)
    let first: { name: string; text: string } | undefined
    for (const [name, port] of ports) {
      const text = withoutDiffering(
        await answerTo(request, port, request.status ?? scenario.status),
        scenario.differing,
      )
      first ??= { name, text }
      // jsonb of PostgreSQL does not keep the order of members.
      if (text === first.text || inOrder(text) === inOrder(first.text)) continue
      throw new Error(
        `${scenario.name} is answered differently\n  by ${first.name}: ${first.text}\n  by ${name}: ${text}`,
      )
    }
  }
  return COMPARED
}

function inOrder(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value: unknown) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value
  })
}

async function answerTo({ method, path, body }: BenchRequest, port: number, status: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })
  const text = await response.text()
  if (response.status !== status) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`)
  return text
}

function withoutDiffering(text: string, members: readonly string[]): string {
  return members.reduce((rest, name) => rest.replaceAll(new RegExp(`"${name}":"[^"]*"`, 'g'), `"${name}":"*"`), text)
}
