import { expect, it } from 'vitest'
import { slashPlace } from './slash.ts'

const window = { width: 1000, height: 800 }

it('opens below the cursor, or above it if there is more space', () => {
  expect(slashPlace({ left: 100, top: 200, bottom: 220 }, window)).toEqual({ left: 100, top: 226, maxHeight: 320 })
  expect(slashPlace({ left: 100, top: 700, bottom: 720 }, window)).toEqual({ left: 100, bottom: 106, maxHeight: 320 })
})

it('is never larger than the space there, and never outside the window', () => {
  const small = { width: 375, height: 300 }
  expect(slashPlace({ left: 360, top: 150, bottom: 170 }, small)).toEqual({ left: 123, top: 176, maxHeight: 112 })
  expect(slashPlace({ left: -20, top: 150, bottom: 170 }, small).left).toBe(12)
})
