<#-- What is shipped and under which licences, one a line: GROUP:ARTIFACT VERSION LICENCE; LICENCE -->
<#list dependencyMap as entry>
${entry.getKey().groupId}:${entry.getKey().artifactId} ${entry.getKey().version} ${entry.getValue()?join("; ")}
</#list>
