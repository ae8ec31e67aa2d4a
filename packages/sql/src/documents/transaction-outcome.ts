import { QuireError } from '@quirecms/core'

/** Outcomes of transactions. `rolled_back` is a refusal by the application itself; the later ones are problems. */
export const TRANSACTION_OUTCOMES = ['committed', 'rolled_back', 'conflict', 'timeout', 'unavailable'] as const

export type TransactionOutcome = (typeof TRANSACTION_OUTCOMES)[number]

/** Reports the outcome, and settles in the same way. */
export async function toldOf<T>(done: Promise<T>, tell: (outcome: TransactionOutcome) => void): Promise<T> {
  try {
    const result = await done
    tell('committed')
    return result
  } catch (error) {
    tell(outcomeOf(error))
    throw error
  }
}

function outcomeOf(error: unknown): TransactionOutcome {
  const code = error instanceof QuireError ? error.code : undefined
  return code === 'conflict' || code === 'timeout' || code === 'unavailable' ? code : 'rolled_back'
}
