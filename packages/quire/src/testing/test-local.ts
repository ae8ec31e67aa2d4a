import type { ActingOptions, Actor, AnyLocalApi, AnyMethods } from '@quirecms/core'
import { must } from './must.ts'

type TestAccount = Readonly<Record<'logout' | 'me', AnyMethods[string]>>

/** The local API without an application's types. Missing members throw when accessed. */
export interface TestLocal extends AnyLocalApi {
  readonly account: AnyMethods & TestAccount
  as(actor: Actor, options?: ActingOptions): TestLocal
  asSystem(): TestLocal
}

export function testLocal(local: AnyLocalApi): TestLocal {
  const { collections, globals, auth, plugins, mail, jobs, queue } = local
  const { access, counts, search, documents, scheduledAll, startPage, readChanges, changes } = local
  return {
    collections,
    globals,
    auth,
    plugins,
    access,
    counts,
    search,
    documents,
    scheduledAll,
    startPage,
    readChanges,
    changes,
    mail,
    jobs,
    queue,
    collection: (slug) => local.collection(slug),
    global: (slug) => local.global(slug),
    users: (slug) => local.users(slug),
    plugin: (api) => local.plugin(api),
    transaction: (work) => local.transaction(work),
    account: complete(local.account),
    as: (actor, options) => testLocal(local.as(actor, options)),
    asSystem: () => testLocal(local.asSystem()),
  }
}

function complete(methods: AnyMethods): TestLocal['account'] {
  return new Proxy(methods as TestLocal['account'], {
    get: (all, name) => must<unknown>(Reflect.get(all, name), `method "${String(name)}" in account`),
  })
}
