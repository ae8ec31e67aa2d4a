/**
 * Says whether a regular expression may take more than linear time. Engines try one way after the other, so an expression is slow on a
 * text that it can read in many ways and that fits none of them in the end. Its positions are made into an automaton (Glushkov's), and
 * two things are looked for: a loop that reads the same text in two ways (exponential time), and two loops behind each other, both of which
 * read the same text (a power of its length). A search without `^` starts with a loop of its own: it may begin anywhere.
 */
export function slowPart(source: string, flags: string): string | undefined {
  const automaton = new PatternReader(source, flags).read()
  return ambiguousLoop(automaton) ?? twoLoops(automaton)
}

/** Sample characters that distinguish the usual character classes. */
const SAMPLES = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).concat([
  '\u00a0',
  'é',
  'ß',
  'İ',
  'Σ',
  'ы',
  '中',
  '\u0301',
  '\u2028',
  '’',
  '\u{1f600}',
  '\u{a7ce}',
  '\u{16ea0}',
])
const EVERY_SAMPLE = (1n << BigInt(SAMPLES.length)) - 1n

/** States follow the character that leads to them; state 0 is the start. */
interface Automaton {
  /** Source of each state, for messages. */
  readonly sources: string[]
  /** Samples that lead to a state, as bits. */
  readonly reads: bigint[]
  /** Transitions with their number of ways. */
  readonly next: Map<number, number>[]
  /** In these states, the expression has matched, whatever follows. */
  readonly matched: ReadonlySet<number>
}

interface Fragment {
  readonly first: readonly number[]
  readonly last: readonly number[]
  readonly isNullable: boolean
}

const NOTHING: Fragment = { first: [], last: [], isNullable: true }

/** More copies of a bounded repetition than these change nothing. */
const MOST_COPIES = 3

class PatternReader {
  readonly #source: string
  readonly #flags: string
  #at = 0
  readonly #sources = ['start']
  readonly #reads = [EVERY_SAMPLE]
  readonly #next = [new Map<number, number>()]

  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags.replaceAll(/[gyd]/g, '')
    this.#isAnchored = flags.includes('y') || isAnchored(source)
  }

  readonly #isAnchored: boolean

  read(): Automaton {
    const whole = this.#alternatives()
    if (this.#at < this.#source.length) throw new Error(`cannot read /${this.#source}/ from ${this.#at} on`)
    this.#connect([0], whole.first)
    if (!this.#isAnchored) this.#connect([0], [0])
    const matched = new Set(whole.isNullable ? [...whole.last, 0] : whole.last)
    return { sources: this.#sources, reads: this.#reads, next: this.#next, matched }
  }

  #alternatives(): Fragment {
    let all = this.#sequence()
    while (this.#take('|')) {
      const other = this.#sequence()
      all = {
        first: [...all.first, ...other.first],
        last: [...all.last, ...other.last],
        isNullable: all.isNullable || other.isNullable,
      }
    }
    return all
  }

  #sequence(): Fragment {
    let whole = NOTHING
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] as string)) {
      whole = this.#join(whole, this.#repeated())
    }
    return whole
  }

  #repeated(): Fragment {
    const start = this.#at
    const once = this.#piece()
    const end = this.#at
    const [fewest, most] = this.#quantifier()
    if (fewest === 1 && most === 1) return once
    const behind = this.#at
    const again = (): Fragment => {
      this.#at = start
      const copy = this.#piece()
      if (this.#at !== end) throw new Error(`cannot read /${this.#source}/ twice`)
      return copy
    }
    const isEndless = most === Number.POSITIVE_INFINITY
    const copies = Math.min(isEndless ? Math.max(fewest, 1) : most, MOST_COPIES)
    let whole = once
    if (isEndless && copies === 1) this.#connect(once.last, once.first)
    for (let previous = once, i = 1; i < copies; i++) {
      const copy = again()
      if (isEndless && i === copies - 1) this.#connect(copy.last, copy.first)
      // Each copy starts where the previous one ends: `a{0,3}` reads `aa` in one way.
      this.#connect(previous.last, copy.first)
      whole = {
        first: previous.isNullable ? [...whole.first, ...copy.first] : whole.first,
        last: i < fewest && !copy.isNullable ? copy.last : [...whole.last, ...copy.last],
        isNullable: whole.isNullable,
      }
      previous = copy
    }
    if (fewest === 0) whole = { ...whole, isNullable: true }
    this.#at = behind
    return whole
  }

  #quantifier(): [fewest: number, most: number] {
    const match = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(this.#at))
    if (match === null) return [1, 1]
    this.#at += match[0].length
    const [, sign, fewest = '', comma, most] = match
    if (sign === '?') return [0, 1]
    if (sign !== undefined) return [sign === '+' ? 1 : 0, Number.POSITIVE_INFINITY]
    if (comma === '') return [Number(fewest), Number(fewest)]
    return [Number(fewest), most === '' ? Number.POSITIVE_INFINITY : Number(most)]
  }

  /** A group, an anchor, or an expression for one character. */
  #piece(): Fragment {
    const rest = this.#source.slice(this.#at)
    const group = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(rest)
    if (group !== null) {
      this.#at += group[0].length
      const inner = this.#alternatives()
      if (!this.#take(')')) throw new Error(`a group of /${this.#source}/ has no end`)
      // A lookahead consumes nothing. A reader of the expression must see that it is short.
      return /[=!]$/.test(group[0]) ? NOTHING : inner
    }
    if (/^(?:\^|\\[bB])/.test(rest)) {
      this.#at += rest.startsWith('^') ? 1 : 2
      return NOTHING
    }
    const atom = /^(?:\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u.{4}|\\x..|\\[^1-9]|[^])/su.exec(rest)?.[0]
    if (atom === undefined) throw new Error(`cannot read /${this.#source}/ from ${this.#at} on`)
    this.#at += atom.length
    return this.#state(atom)
  }

  #state(source: string): Fragment {
    const state = this.#sources.push(source) - 1
    // The end of the text is not a character, so reading never leads there.
    this.#reads.push(source === '$' ? 0n : samplesOf(source, this.#flags))
    this.#next.push(new Map())
    return { first: [state], last: [state], isNullable: false }
  }

  #join(left: Fragment, right: Fragment): Fragment {
    this.#connect(left.last, right.first)
    return {
      first: left.isNullable ? [...left.first, ...right.first] : left.first,
      last: right.isNullable ? [...left.last, ...right.last] : right.last,
      isNullable: left.isNullable && right.isNullable,
    }
  }

  #connect(from: readonly number[], to: readonly number[]): void {
    for (const state of from) {
      const next = this.#next[state] as Map<number, number>
      for (const other of to) next.set(other, (next.get(other) ?? 0) + 1)
    }
  }

  #take(character: string): boolean {
    if (this.#source[this.#at] !== character) return false
    this.#at++
    return true
  }
}

/** Whether every match begins at the start of the text. */
function isAnchored(source: string): boolean {
  let depth = 0
  let isClass = false
  for (let i = 0; i < source.length; i++) {
    const character = source[i] as string
    if (character === '\\') i++
    else if (isClass) isClass = character !== ']'
    else if (character === '[') isClass = true
    else if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === '|' && depth === 0 && source[i + 1] !== '^') return false
  }
  return source.startsWith('^')
}

const remembered = new Map<string, bigint>()

function samplesOf(source: string, flags: string): bigint {
  const key = `${flags}/${source}`
  let samples = remembered.get(key)
  if (samples === undefined) {
    const one = new RegExp(`^(?:${source})$`, flags)
    samples = SAMPLES.reduce((bits, sample, index) => (one.test(sample) ? bits | (1n << BigInt(index)) : bits), 0n)
    remembered.set(key, samples)
  }
  return samples
}

/** States without a decision yet; behind the others, there is no backtracking. */
function undecided({ next, matched }: Automaton): number[] {
  return next.map((_, state) => state).filter((state) => !matched.has(state))
}

function ambiguousLoop(automaton: Automaton): string | undefined {
  const { next, reads, sources } = automaton
  for (const state of undecided(automaton)) {
    for (const [other, ways] of next[state] as Map<number, number>) {
      if (ways > 1 && reach(automaton, [[other]]).has(String(state))) {
        return `the loop at ${sources[other]} reads the same text in several ways`
      }
    }
    const pairs = reach(automaton, [[state, state]])
    for (const pair of pairs) {
      const [left, right] = pair.split(' ').map(Number) as [number, number]
      if (left === right || ((reads[left] as bigint) & (reads[right] as bigint)) === 0n) continue
      if (reach(automaton, [[left, right]]).has(`${state} ${state}`)) {
        return `the loop around ${sources[left]} and ${sources[right]} reads the same text in two ways`
      }
    }
  }
  return undefined
}

function twoLoops(automaton: Automaton): string | undefined {
  const { sources } = automaton
  const states = undecided(automaton).filter((state) => reach(automaton, [[state]]).has(String(state)))
  for (const first of states) {
    const beyond = reach(automaton, [[first]])
    for (const second of states) {
      if (second === first || !beyond.has(String(second))) continue
      if (reach(automaton, [[first, first, second]]).has(`${first} ${second} ${second}`)) {
        return `${sources[first]} and the loop at ${sources[second]} read the same text`
      }
    }
  }
  return undefined
}

/** Pairs of states that several walks with the same characters reach, in one step or more. */
function reach({ next, reads, matched }: Automaton, starts: readonly (readonly number[])[]): Set<string> {
  const reached = new Set<string>()
  const waiting = [...starts]
  for (let walk = waiting.pop(); walk !== undefined; walk = waiting.pop()) {
    let steps: { readonly to: readonly number[]; readonly shared: bigint }[] = [{ to: [], shared: EVERY_SAMPLE }]
    for (const state of walk) {
      const followers = [...(next[state] as Map<number, number>).keys()].filter((to) => !matched.has(to))
      steps = steps.flatMap(({ to, shared }) =>
        followers
          .map((follower) => ({ to: [...to, follower], shared: shared & (reads[follower] as bigint) }))
          .filter((step) => step.shared !== 0n),
      )
    }
    for (const { to } of steps) {
      const key = to.join(' ')
      if (reached.has(key)) continue
      reached.add(key)
      waiting.push(to)
    }
  }
  return reached
}
