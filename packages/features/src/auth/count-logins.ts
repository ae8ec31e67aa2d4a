import { QuireError, type Runtime } from '@quirecms/core/feature'

const OUTCOMES = [
  'succeeded',
  'second_factor',
  'wrong_credentials',
  'too_many_attempts',
  'unverified',
  'refused',
] as const

type Outcome = (typeof OUTCOMES)[number]

/** Counts sign-ins by outcome. The labels identify no user. */
export async function countLogin<T>({ metrics }: Runtime, login: () => Promise<T>): Promise<T> {
  let outcome: Outcome = 'succeeded'
  try {
    return await login()
  } catch (error) {
    outcome = outcomeOf(error)
    throw error
  } finally {
    const help = 'Sign-in attempts, by outcome.'
    metrics
      .counter({ name: 'logins_total', help, labels: { outcome: OUTCOMES } })
      .of({ outcome })
      .add()
  }
}

function outcomeOf(error: unknown): Outcome {
  switch (error instanceof QuireError ? error.code : undefined) {
    case 'invalid_credentials':
      return 'wrong_credentials'
    case 'second_factor':
      return 'second_factor'
    case 'too_many_attempts':
      return 'too_many_attempts'
    case 'unverified':
      return 'unverified'
    default:
      return 'refused'
  }
}
