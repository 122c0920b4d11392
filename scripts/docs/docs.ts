// Writes what is made of the diagnostics' codes and of the facts: npm run docs
import { writeDocs } from './write-docs.ts';

await writeDocs();
