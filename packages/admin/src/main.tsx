import '@fontsource-variable/instrument-sans/wght.css'
import '@fontsource-variable/newsreader/opsz.css'
import './design/tokens.css'
import './design/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { builtIn } from './app/built-in.ts'
import { development } from './data/development.ts'
import { loadExtensions } from './extensions/load.ts'
import { addExtension } from './extensions/registry.ts'
import { addBuiltInTypes } from './fields/registry.ts'
import { appearance, applyAppearance } from './words/appearance.ts'
import { loadLanguage } from './words/languages.ts'

addBuiltInTypes()
applyAppearance()
addExtension(builtIn)
const root = document.getElementById('app')
const isReady = Promise.all([loadExtensions(), loadLanguage(appearance().language)])
if (root) void isReady.then(() => createRoot(root).render(<App />))
const watched = development
if (watched !== undefined) void import('./data/follow-development.ts').then((it) => it.followDevelopment(watched))
