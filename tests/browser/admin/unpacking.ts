// Unpacks the browser into this process's folder for temporary files, and prints the path (unpack-browser.ts).
import chromium from '@sparticuz/chromium'

process.stdout.write(await chromium.executablePath())
