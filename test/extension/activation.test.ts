import { deepStrictEqual, ok } from 'node:assert';
import { commands, extensions } from 'vscode';

describe('activation', () => {
  it('is asked for by its id, and succeeds', async () => {
    const extension = extensions.getExtension('kubewright.kubewright');
    ok(extension);
    await extension.activate();
    deepStrictEqual(extension.isActive, true);
  });

  it('registers every command that package.json offers', async () => {
    const offered: string[] = extensions
      .getExtension('kubewright.kubewright')!
      .packageJSON.contributes.commands.map((entry: { command: string }) => entry.command);
    const registered = new Set(await commands.getCommands(true));
    deepStrictEqual(
      offered.filter((command) => !registered.has(command)),
      [],
    );
  });
});
