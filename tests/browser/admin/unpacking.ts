// Unpacks the browser to where this process keeps temporary files, and says where it is (unpack-browser.ts).
import chromium from '@sparticuz/chromium'

process.stdout.write(await chromium.executablePath())
