/** What a process answers to its parent: the result, or what went wrong. */
export type ChildAnswer = { readonly result: unknown } | { readonly failure: string }

/** Answers each message of the parent process. If the parent is gone, for whatever reason, the process ends. */
export function answerParent(answer: (question: unknown) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit())
  // Ctrl-C reaches all processes of the group, but the parent decides when the others end.
  process.on('SIGINT', () => {})
  process.on('message', (question) => {
    void answer(question)
      .then((result): ChildAnswer => ({ result }))
      .catch((error: unknown): ChildAnswer => ({ failure: error instanceof Error ? `${error.stack}` : String(error) }))
      .then((message) => process.send?.(message))
  })
  process.send?.({ result: 'ready' } satisfies ChildAnswer)
}
