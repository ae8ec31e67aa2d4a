import { expect, it } from 'vitest'
import { BackgroundWork } from '../../../packages/quire/src/background-work.ts'

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

it('waits for running tasks and the tasks that they start', async () => {
  const done: string[] = []
  const work = new BackgroundWork((message) => done.push(message))
  work.start('first', async () => {
    work.start('second', async () => {
      await pause(10)
      done.push('second')
    })
    done.push('first')
  })
  work.start('third', () => Promise.reject(new Error('no')))
  await work.settle()
  expect(done.toSorted()).toEqual(['background work failed: third', 'first', 'second'])
})

it('stops waiting for tasks that do not end', async () => {
  const errors: string[] = []
  const work = new BackgroundWork((message) => errors.push(message))
  work.start('a silent mail server', () => new Promise(() => {}))
  await work.settle(50)
  expect(errors).toEqual(['background work did not finish in time'])
})
