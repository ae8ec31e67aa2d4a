export type ChildAnswer = { readonly result: unknown } | { readonly failure: string }

/** Answers each message of the parent process. Exits when the parent is gone. */
export function answerParent(answer: (question: unknown) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit())
  // Ctrl-C reaches the whole process group, but the parent decides when the others end.
  process.on('SIGINT', () => {})
  process.on('message', (question) => {
    void answer(question)
      .then((result): ChildAnswer => ({ result }))
      .catch((error: unknown): ChildAnswer => ({ failure: error instanceof Error ? `${error.stack}` : String(error) }))
      .then((message) => process.send?.(message))
  })
  process.send?.({ result: 'ready' } satisfies ChildAnswer)
}
