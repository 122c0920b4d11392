import type { CheckOptions } from '../arguments/options.ts';
import { isUnreadable, type Result } from '../report.ts';
import type { BufferedOutput } from './buffered-output.ts';
import type { ProgressLine, ProgressStream } from './progress.ts';
import type { RunReport } from './run-report.ts';
import { type Summary, summaryText } from './summary.ts';
import { type Paint, reportText, visible } from './text.ts';

/** Prints a run as it goes on. */
export interface Printer {
  /** Takes the next result; resolves when there is room for more, and is undefined where there is, as mostly. */
  add(result: Result): Promise<void> | undefined;
  /** Prints what is left. */
  end(summary: Summary, exitCode: number): Promise<void>;
}

/** Where a run is printed to. */
export interface PrinterHost extends Pick<RunReport, 'version' | 'folder'> {
  readonly errors: ProgressStream;
  readonly paint: Paint;
  readonly output: BufferedOutput;
}

/**
 * A printer of the form that is asked for. Text is printed as it comes, forms for programs in the end; what could not be
 * read is told to people at once in any case.
 */
export function printerFor(options: CheckOptions, host: PrinterHost, progress: ProgressLine): Printer {
  const printer = options.output === 'text' ? textPrinter(host, progress) : reportPrinter(options, host);
  return {
    add(result) {
      if (isUnreadable(result)) {
        progress.clear();
        host.errors.write(
          `kubewright: ${visible(result.file)} could not be read: ${visible(result.reason)}\n`,
        );
      }
      return printer.add(result);
    },
    end: (summary, exitCode) => printer.end(summary, exitCode),
  };
}

function textPrinter({ output, paint }: PrinterHost, progress: ProgressLine): Printer {
  return {
    add(result) {
      const text = isUnreadable(result) ? '' : reportText(result, paint);
      if (text === '') return undefined;
      progress.clear();
      return output.write(text);
    },
    end: (summary) => output.write(summaryText(summary)),
  };
}

function reportPrinter(options: CheckOptions, host: PrinterHost): Printer {
  const results: Result[] = [];
  return {
    add(result) {
      results.push(result);
      return undefined;
    },
    async end(summary, exitCode) {
      const { version, folder } = host;
      const run: RunReport = {
        version,
        kubernetesVersion: options.kubernetesVersion,
        folder,
        rulePage: options.rulePage,
        results,
        summary,
        exitCode,
      };
      for (const piece of await piecesOf(run, options.output)) await host.output.write(piece);
    },
  };
}

/** What is said of all codes is read for the form that says it alone. */
async function piecesOf(run: RunReport, output: CheckOptions['output']): Promise<Iterable<string>> {
  if (output === 'sarif') return (await import('./sarif.ts')).sarifReport(run);
  return (await import('./json.ts')).jsonReport(run);
}
