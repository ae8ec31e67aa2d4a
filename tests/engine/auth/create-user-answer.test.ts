import { docOf, must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type HookArguments, type RuleArguments } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'
import { Outbox } from './mail.ts'
import { freshAddress, PASSWORD } from './people.ts'

const isSignedIn = ({ actor }: RuleArguments) => actor !== null
const everybody = () => true
const isSelf = ({ actor, doc }: RuleArguments) => actor !== null && actor.id === doc?.['id']
const nobody = () => false

/** Actors in hooks and virtual fields, and what their local API could read. */
let seen: unknown[] = []
const look = async ({ actor, local }: HookArguments) => {
  const { find } = must(local.collections['plans'], 'plans')
  const found: unknown = await must(find, 'find')().catch((error: { code: string }) => error.code)
  seen.push({
    actor: actor?.id ?? null,
    found: typeof found === 'string' ? found : (found as { docs: [] }).docs.length,
  })
}

const config = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: {}, fields: {} }),
    members: collection({
      auth: { verification: true },
      fields: {
        name: f.text(),
        motto: f.text({ default: 'mine', access: { read: isSelf } }),
        rank: f.text({ default: 'secret', access: { read: nobody } }),
        team: f.relationship({ to: ['teams', 'plans'] }),
        plan: f.relationship({ to: 'plans' }),
        teams: f.join({ collection: 'teams', on: 'lead' }),
        seenBy: f.virtual({ value: ({ actor }) => actor?.id ?? 'nobody' }),
      },
      access: { create: everybody, read: isSignedIn },
      hooks: {
        afterRead: [look],
        // The new member becomes the leader of the team, which the join shows to readers of teams.
        afterChange: [
          async ({ id, local }) => {
            await must(local.asSystem().collections['teams'], 'teams')['create']?.({ name: 'T', lead: id })
          },
        ],
      },
    }),
    teams: collection({
      fields: { name: f.text(), lead: f.relationship({ to: 'members' }) },
      access: { read: isSignedIn },
    }),
    // Callers who refer to a plan must be able to read it; its text is for signed-in users.
    plans: collection({
      fields: {
        name: f.text(),
        text: f.text({ access: { read: isSignedIn } }),
        next: f.relationship({ to: 'teams' }),
      },
      access: { read: ({ actor }) => actor !== null || { name: { equals: 'public' } } },
    }),
  },
  server: { rateLimit: false },
})

onEachDatabase('the response of create-user', { config, mailer: new Outbox() }, (app) => {
  beforeEach(() => {
    seen = []
  })
  const system = () => app().local.asSystem()
  const plan = async () => {
    const team = await system().collection('teams').create({ name: 'Inner circle' })
    const made = { name: 'public', text: 'for members only', next: (team as { id: string }).id }
    return (await system().collection('plans').create(made)) as { id: string }
  }
  const register = (query: string, data: object) =>
    app().request('POST', `/api/auth/members/create-user?${query}`, {
      body: { data: { email: freshAddress(), ...data }, password: PASSWORD },
    })

  it('populates with the rights of the caller, not with those of the new, unverified user', async () => {
    const { id } = await plan()
    for (const query of ['depth=2', `populate=${encodeURIComponent('{"plan":{"populate":{"next":true}}}')}`]) {
      const answer = await register(query, { plan: id })
      expect(answer.status, answer.text).toBe(201)
      expect(docOf(answer)['plan']).toMatchObject({ id, name: 'public', next: expect.any(String) })
      expect(answer.text).not.toContain('for members only')
      expect(answer.text).not.toContain('Inner circle')
    }
    const pair = await register('depth=2', { team: { relationTo: 'plans', value: id } })
    expect(docOf(pair)['team']).toMatchObject({ relationTo: 'plans', value: { id, name: 'public' } })
    expect(pair.text).not.toContain('for members only')
  })

  it('joins with the same rights', async () => {
    const answer = await register('depth=2', {})
    expect(docOf(answer)['teams']).toEqual({ docs: [], totalDocs: 0, hasNextPage: false })
  })

  it('runs hooks and computes fields for the caller', async () => {
    const { id } = await plan()
    const answer = await register('', { plan: id })
    expect(docOf(answer)).toMatchObject({ seenBy: 'nobody' })
    expect(seen).toEqual([{ actor: null, found: 1 }])
  })

  it('contains the fields of the user that the user may read', async () => {
    const answer = await register('', { name: 'N' })
    expect(docOf(answer)).toMatchObject({ name: 'N', motto: 'mine' })
    expect(docOf(answer)).not.toHaveProperty('rank')
    const select = encodeURIComponent('{"motto":true,"rank":true}')
    expect(docOf(await register(`select=${select}`, {}))).toEqual({ id: expect.any(String), motto: 'mine' })
  })

  it('is populated for callers who may read more', async () => {
    const { id } = await plan()
    const made = await system()
      .users('members')
      .createUser({ data: { email: freshAddress(), plan: id }, password: PASSWORD }, { depth: 2 })
    expect(made).toMatchObject({ plan: { text: 'for members only', next: { name: 'Inner circle' } } })
  })
})
