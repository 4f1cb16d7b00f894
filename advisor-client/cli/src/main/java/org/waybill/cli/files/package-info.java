/** Start at {@link FilesCommand}: looking at files and tidying them up, at any endpoint (decision 0230). */
@NullMarked
package org.waybill.cli.files;

import org.jspecify.annotations.NullMarked;
