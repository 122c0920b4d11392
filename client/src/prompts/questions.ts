import { commands } from 'vscode';
import { OpeningQuestions } from './opening-questions.ts';

/** The questions of this window. VS Code works at what it is given in turn: when it has run a command that does nothing, all before is done. */
export const questions = new OpeningQuestions(() => commands.executeCommand('noop'));
