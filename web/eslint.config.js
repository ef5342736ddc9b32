import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

// Types take most of the time of the linter: rules that need them run nightly (`npm run lint:types`),
// all others in every run.
const isComplete = process.env.LINT_TYPES === '1';

export default ts.config(
    // Written by tools/wire_types.py.
    { ignores: ['src/protocol/api.ts'] },
    { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },
    js.configs.recommended,
    ts.configs.recommendedTypeChecked,
    svelte.configs.recommended,
    {
        languageOptions: {
            parserOptions: {
                projectService: { allowDefaultProject: ['*.js'] },
                extraFileExtensions: ['.svelte'],
                tsconfigRootDir: import.meta.dirname,
            },
        },
        rules: {
            eqeqeq: 'error',
            '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
            '@typescript-eslint/no-unused-vars': [
                'error',
                { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
            ],
            // Sets and maps here are values that are replaced, or records that are not drawn.
            'svelte/prefer-svelte-reactivity': 'off',
            // State is in runes. Without stores there is no access to check, which took a fifth of the time.
            'no-restricted-imports': ['error', 'svelte/store'],
            'svelte/require-store-reactive-access': 'off',
        },
    },
    {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    },
    {
        files: ['**/*.svelte'],
        rules: {
            // A value assigned in $derived is read when it runs again.
            'no-useless-assignment': 'off',
            // The linter does not know the types of what a template binds; svelte-check does.
            '@typescript-eslint/no-unsafe-argument': 'off',
            '@typescript-eslint/no-unsafe-assignment': 'off',
            '@typescript-eslint/no-unsafe-return': 'off',
        },
    },
    ...(isComplete
        ? []
        : [
              {
                  files: ['**/*.svelte', '**/*.ts'],
                  extends: [ts.configs.disableTypeChecked],
                  languageOptions: { parserOptions: { projectService: false, program: null } },
              },
          ]),
    { files: ['src/**', 'tests/**'], languageOptions: { globals: globals.browser } },
    {
        // Requests reach the tables by the transport of the page; the worker for offline use and the engine's have none.
        files: ['src/**'],
        ignores: ['src/transport.ts', 'src/offline/**', 'src/play/**'],
        rules: {
            'no-restricted-globals': [
                'error',
                ...['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].map((name) => ({
                    name,
                    message: 'Use transport() of transport.ts.',
                })),
            ],
        },
    },
    // Plain JavaScript: no types to check. The proofs hand functions to the page, so both worlds' names occur.
    {
        files: ['**/*.js', '**/*.mjs'],
        extends: [ts.configs.disableTypeChecked],
        languageOptions: { globals: { ...globals.node, ...globals.browser } },
    },
);
