// Writes what is made of the diagnostics' codes, of the facts and of the client's tables: npm run docs
import { writeDocs } from './write-docs.ts';

await writeDocs();
