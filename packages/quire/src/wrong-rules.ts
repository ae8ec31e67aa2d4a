import {
  conditionOf,
  type Entity,
  type Call,
  type Rule,
  type RuleName,
  ruleArguments,
  systemCall,
} from '@quirecms/core'
import { runtimeOf } from './runtime-of.ts'

/**
 * Queries of access rules that cannot be resolved, such as those with a misspelt path. In development, so that they are
 * found before the first request: each rule of a collection is asked without a document, as by a visitor and as by a
 * user without roles. A rule that needs more throws, and is not checked.
 */
export async function wrongRules(app: { readonly local: object }): Promise<string[]> {
  const runtime = runtimeOf(app.local)
  const collections = Object.values(runtime.manifest.collections)
  const actors = [null, ...collections.filter(({ auth }) => auth !== null).map(sampleUser)]
  const messages = new Set<string>()
  for (const entity of collections) {
    for (const [name, rule] of Object.entries(entity.rules) as [RuleName, Rule][]) {
      for (const actor of actors) {
        const call = systemCall(runtime, entity, name)
        const asked = { ...call, caller: { ...call.caller, actor, system: false } }
        const verdict = await answerOf(rule, asked)
        await conditionOf(verdict, name, entity, call).catch((error: Error) => messages.add(error.message))
      }
    }
  }
  return [...messages]
}

async function answerOf(rule: Rule, call: Call): Promise<Awaited<ReturnType<Rule>>> {
  try {
    return await rule(ruleArguments(call, WITHOUT_DOCUMENT))
  } catch {
    return false
  }
}

const WITHOUT_DOCUMENT = {
  get doc(): never {
    throw new Error('There is no document at start.')
  },
}

/** Lists are empty, and all other values absent. */
function sampleUser({ slug, fields }: Entity<Call>) {
  const values = fields.map(({ name, many }) => [name, many ? [] : null] as const)
  return { ...Object.fromEntries(values), id: '00000000-0000-4000-8000-000000000000', collection: slug }
}
